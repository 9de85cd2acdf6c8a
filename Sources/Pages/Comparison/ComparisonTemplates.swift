/// The templates that only the page of a comparison has, in Mustache. Two braces escape the text
/// that they show; three show markup.
enum ComparisonTemplates {
  /// A `HeatMatrix`.
  static let heat = """
    <p class="key ramp"><span>the best</span><span class="steps" aria-hidden="true"><i class="h0"></i><i class="h1"></i><i class="h2"></i><i class="h3"></i><i class="h4"></i><i class="h5"></i><i class="h6"></i><i class="h7"></i></span><span>{{greatest}}</span></p>
    <div class="scroll" tabindex="0" role="region" aria-label="{{title}}"><table class="heat"><thead><tr><td class="k"></td><th scope="col" class="f">formula</th>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}<th scope="col">{{summary}}</th></tr></thead>
    <tbody>{{#rows}}<tr><td class="k">{{place}}</td><th scope="row">{{name}}{{#isFirst}} <span class="tag">baseline</span>{{/isFirst}}</th>{{#cells}}<td class="{{style}}">{{text}}{{#isBroken}} <span title="a promise is broken">✕<span class="unseen"> a promise is broken</span></span>{{/isBroken}}</td>{{/cells}}<td class="sum{{#isHolding}} kept{{/isHolding}}">{{summary}}</td></tr>{{/rows}}
    {{#least}}<tr class="least"><td class="k"></td><th scope="row">least possible</th>{{#all}}<td>{{.}}</td>{{/all}}<td></td></tr>{{/least}}</tbody></table></div>
    <p class="note">{{note}}</p>
    {{#links}}<p class="key">More about:{{#all}} <a href="#{{target}}">{{name}}</a>{{/all}}</p>{{/links}}
    """

  /// A `FormulaTable`.
  static let formulas = """
    <p class="key"><span><svg class="k" aria-hidden="true"><circle class="pf" cx="6" cy="6" r="5"/></svg>on the front: none is at least as good in all three</span><span><svg class="k" aria-hidden="true"><circle class="ph" cx="6" cy="6" r="5"/></svg>beaten</span><span><svg class="k" aria-hidden="true"><circle class="pb" cx="6" cy="6" r="5"/></svg>the baseline, where it is beaten</span><span><svg aria-hidden="true"><line class="whisk" x1="2" x2="22" y1="6" y2="6"/></svg>95 % interval, where wider than the dot</span>{{#reference}}<span><svg aria-hidden="true"><line class="lim" x1="2" x2="22" y1="6" y2="6"/></svg>{{.}}</span>{{/reference}}</p>
    <table class="mx"><thead><tr><td class="k"></td><th class="f" scope="col">formula</th>{{#columns}}<th class="m" scope="col"><div class="top">{{title}}</div><div class="c" data-l="{{short}}"><span></span>{{{axis}}}</div></th>{{/columns}}<th class="nb" scope="col">not back</th>{{#hasPromises}}<th class="pr" scope="col">promises</th>{{/hasPromises}}</tr></thead>
    <tbody>{{#rows}}<tr class="{{#isOnFront}}on{{/isOnFront}}{{#isFirst}} base{{/isFirst}}"><td class="k">{{rank}}</td><th scope="row" class="f"><span class="fn">{{name}}</span>{{#isFirst}}<span class="tag">baseline</span>{{/isFirst}}</th>{{#cells}}<td class="m"><div class="c" data-l="{{short}}"><b{{#isNever}} class="broken"{{/isNever}}>{{text}}</b>{{{strip}}}</div></td>{{/cells}}<td class="nb"><span{{#isLost}} class="broken"{{/isLost}}>{{notBack}}</span></td>{{#hasPromises}}<td class="pr">{{#broken}}<span class="broken">✕ {{.}} broken</span>{{/broken}}{{^broken}}<span class="kept">✓ kept</span>{{/broken}}</td>{{/hasPromises}}</tr>{{/rows}}</tbody></table>
    """

  /// A `StormPanels`.
  static let storms = """
    <div class="sm">{{#panels}}<figure><figcaption><b>{{name}}</b><span>{{caption}}</span></figcaption>{{{drawing}}}</figure>{{/panels}}</div>
    """
}
