/// The page of a study of capacity, in Mustache: two braces escape what they show, three show markup.
enum CapacityTemplate {
  static let text = """
    {{<frame}}{{$body}}
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    {{#lead}}<p class="lead">{{.}}</p>{{/lead}}
    <section><h2>The answers</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="The answers"><table class="answers"><thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>{{#rows}}<tr><th scope="row">{{name}}</th>{{#cells}}<td>{{#isNone}}<span class="broken">{{text}}</span>{{/isNone}}{{^isNone}}{{text}}{{/isNone}}</td>{{/cells}}</tr>{{/rows}}</tbody></table></div></section>
    {{#curves}}<section><h2>{{title}}</h2><p class="find">{{finding}}</p>{{{drawing}}}</section>{{/curves}}
    {{#note}}<p class="note">{{.}}</p>{{/note}}
    {{#hasReasons}}<section><h2>What limits it</h2><dl class="reasons">{{#reasons}}<dt>{{name}}</dt><dd>{{sentences}}</dd>{{/reasons}}</dl></section>{{/hasReasons}}
    {{#all}}<p></p>{{>fold}}{{/all}}
    {{>again}}
    {{/body}}{{/frame}}

    """
}
