/// What the pages share, in Mustache. Two braces escape what they show, three show markup.
enum Partials {
  /// A whole page around the block `body`.
  static let frame = """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}}</title>
    <link rel="icon" href="data:,">
    <style>{{{stylesheet}}}</style></head>
    <body><main>
    {{$body}}{{/body}}
    </main></body></html>

    """

  /// A `Figure`: what it shows in a sentence, the drawing, and its numbers behind a fold.
  static let figure = """
    <p class="find">{{finding}}</p>{{{drawing}}}
    {{#note}}<p class="note">{{.}}</p>{{/note}}
    {{#fold}}{{>fold}}{{/fold}}{{#folds}}{{>fold}}{{/folds}}
    """

  /// A `Fold`.
  static let fold = """
    <details><summary>{{summary}}</summary><div class="scroll" tabindex="0" role="region" aria-label="{{summary}}"><table><thead><tr>{{#columns}}<th scope="col" class="r">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>{{#rows}}<tr>{{#.}}<td class="r">{{.}}</td>{{/.}}</tr>{{/rows}}</tbody></table></div></details>
    """

  /// A row of a table with a bar for its share.
  static let bar = """
    <tr><td>{{name}}</td><td class="bar"><svg class="inl" aria-hidden="true"><rect class="ft" width="100%" height="10"/><rect class="{{#isLost}}fo{{/isLost}}{{^isLost}}fd{{/isLost}}" width="{{width}}" height="10"/></svg></td><td class="r">{{count}}</td><td class="r">{{share}}</td></tr>
    """
}

/// A chart with what it says.
struct Figure {
  let finding: String
  /// Markup.
  let drawing: String
  var note: String?
  var fold: Fold?
  /// Further ones.
  var folds: [Fold] = []
}

/// Numbers of a chart, hidden until somebody asks for them.
struct Fold {
  let summary: String
  let columns: [String]
  let rows: [[String]]
}
