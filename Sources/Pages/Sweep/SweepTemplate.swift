/// The page of a sweep, in Mustache: two braces escape what they show, three show markup.
enum SweepTemplate {
  static let text = """
    {{<frame}}{{$body}}
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    {{#lead}}<p class="lead">{{.}}</p>{{/lead}}
    <div class="{{layout}}">{{#sections}}<section><h2>{{title}}</h2>{{#figure}}{{>figure}}{{/figure}}</section>{{/sections}}</div>
    {{#ranks}}<section><h2>Ranking</h2><p class="find">{{finding}}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Ranking"><table class="ranks"><thead><tr><th scope="col">{{key}}</th>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>{{#rows}}<tr><th scope="row">{{name}}</th>{{#cells}}<td><span{{#isNever}} class="broken"{{/isNever}}>{{text}}</span>{{#spread}} <small>{{.}}</small>{{/spread}}{{#width}}<svg class="inl" aria-hidden="true"><rect class="ft" width="100%" height="6"/><rect class="fd" width="{{.}}" height="6"/></svg>{{/width}}</td>{{/cells}}</tr>{{/rows}}</tbody></table></div></section>{{/ranks}}
    {{#notes}}<p class="note">{{.}}</p>{{/notes}}
    {{#all}}<p></p>{{>fold}}{{/all}}
    {{>again}}
    {{/body}}{{/frame}}

    """

  /// How the work is done again, with every setting. Shared by pages of several runs.
  static let again = """
    <section><h2>How to run it again</h2>
    {{#about}}<p class="find">{{.}}</p>{{/about}}
    <pre tabindex="0" role="region" aria-label="Command">{{command}}</pre>
    <p class="note">Digest <span class="mono">{{digest}}</span>, {{events}} events in {{cells}} runs.</p>
    <details><summary>Every setting (hash {{settingsHash}})</summary><div class="scroll" tabindex="0" role="region" aria-label="Settings"><table><tbody>{{#settings}}<tr><td class="mono">{{path}}</td><td class="mono">{{value}}</td></tr>{{/settings}}</tbody></table></div></details>
    </section>
    """
}
