/// The frame of every page and its parts, in Mustache. Two braces escape the text that they show;
/// three show markup. Mustache looks for a nil value in the values around it: a name that may be
/// nil is not used there for anything else.
enum Templates {
  /// By their names; each shows the type of its comment.
  static let all = [
    "page": page, "section": section, "figure": figure, "fold": fold, "table": table,
    "grid": grid, "tiles": tiles, "again": again, "formulas": ComparisonTemplates.formulas,
    "heat": ComparisonTemplates.heat,
    "storms": ComparisonTemplates.storms,
  ]

  /// A `StudyPage`.
  private static let page = """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{heading}}</title>
    <link rel="icon" href="data:,">
    <style>{{{stylesheet}}}</style></head>
    <body><main>
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    {{#lead}}<p class="lead">{{.}}</p>{{/lead}}
    {{#option}}<pre tabindex="0" role="region" aria-label="The formula found">{{.}}</pre>{{/option}}
    {{#tiles}}{{>tiles}}{{/tiles}}
    {{#rows}}<div class="{{layout}}">{{#sections}}{{>section}}{{/sections}}</div>
    {{/rows}}{{#again}}{{>again}}{{/again}}
    </main></body></html>

    """

  /// A `PageSection`.
  private static let section = """
    <section{{#anchor}} class="part" id="{{.}}"{{/anchor}}>{{#title}}<h2>{{.}}{{#aside}} <small>{{.}}</small>{{/aside}}</h2>{{/title}}{{#finding}}<p class="find">{{.}}</p>{{/finding}}
    {{#items}}<ul>{{#all}}<li>{{.}}</li>{{/all}}</ul>{{/items}}{{{markup}}}{{#figure}}{{>figure}}{{/figure}}{{#tables}}{{>table}}{{/tables}}
    {{#reasons}}<dl class="reasons">{{#all}}<dt>{{name}}</dt><dd>{{text}}</dd>{{/all}}</dl>{{/reasons}}
    {{#notes}}<p class="note">{{.}}</p>{{/notes}}{{#folds}}{{>fold}}{{/folds}}</section>
    """

  /// A `Figure`: what it shows in a sentence, the drawing, and its numbers behind a fold.
  private static let figure = """
    <p class="find">{{finding}}</p>{{{drawing}}}
    {{#note}}<p class="note">{{.}}</p>{{/note}}
    {{#folds}}{{>fold}}{{/folds}}
    """

  /// A `Fold`.
  private static let fold = """
    <details><summary>{{summary}}</summary><div class="scroll" tabindex="0" role="region" aria-label="{{summary}}"><table class="{{style}}"><thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>{{#rows}}<tr>{{#.}}<td>{{.}}</td>{{/.}}</tr>{{/rows}}</tbody></table></div></details>
    """

  /// A `PageTable`.
  private static let table = """
    <div class="scroll" tabindex="0" role="region" aria-label="{{label}}"><table class="{{style}}"><thead><tr>{{#columns}}<th scope="col"{{#isNumber}} class="r"{{/isNumber}}>{{title}}</th>{{/columns}}</tr></thead>
    <tbody>{{#rows}}<tr>{{#.}}{{#isHead}}<th scope="row">{{text}}</th>{{/isHead}}{{^isHead}}<td{{#look}} class="{{.}}"{{/look}}>{{#mark}}<span class="{{.}}">{{text}}</span>{{/mark}}{{^mark}}{{text}}{{/mark}}{{#small}} <small>{{.}}</small>{{/small}}{{#bar}}<svg class="inl" aria-hidden="true"><rect class="ft" width="100%" height="10"/><rect class="{{colour}}" width="{{width}}" height="10"/></svg>{{/bar}}</td>{{/isHead}}{{/.}}</tr>{{/rows}}</tbody></table></div>
    """

  /// The table of a `HeatGrid`.
  private static let grid = """
    <div class="scroll" tabindex="0" role="region" aria-label="{{label}}"><table class="heat">{{#caption}}<caption>{{.}}</caption>{{/caption}}<thead><tr><th scope="col" rowspan="2" class="corner">{{rowKey}}</th><th scope="colgroup" class="key" colspan="{{count(columns)}}">{{columnKey}}</th></tr><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead><tbody>{{#rows}}<tr><th scope="row" title="{{name}}">{{name}}</th>{{#cells}}<td class="{{style}}">{{text}}</td>{{/cells}}</tr>{{/rows}}</tbody></table></div>
    """

  /// The tiles on top.
  private static let tiles = """
    <dl class="tiles">{{#all}}<div class="tile"><dt>{{name}}</dt>
    <dd><div class="big{{#isBad}} bad{{/isBad}}">{{figure}}{{#unit}} <small>{{.}}</small>{{/unit}}</div>
    <div class="sub">{{note}}</div></dd></div>{{/all}}</dl>
    """

  /// A `RunAgain`.
  private static let again = """
    <section><h2>{{title}}</h2>
    {{#about}}<p class="find">{{.}}</p>{{/about}}
    {{#command}}<pre tabindex="0" role="region" aria-label="Command">{{.}}</pre>{{/command}}
    <p class="note">Digest <span class="mono">{{digest}}</span>, {{work}}</p>
    {{#folds}}{{>fold}}{{/folds}}
    </section>
    """
}
