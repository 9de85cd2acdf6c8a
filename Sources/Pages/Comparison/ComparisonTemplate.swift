/// The page of a comparison, in Mustache: two braces escape what they show, three show markup.
enum ComparisonTemplate {
  static let text = """
    {{<frame}}{{$body}}
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    {{#lead}}<p class="lead">{{.}}</p>{{/lead}}
    {{#matrix}}<section><h2>{{title}}</h2>{{>heat}}</section>{{/matrix}}
    {{#sections}}{{>part}}{{/sections}}
    {{#notDrawn}}<p class="note">{{.}}</p>{{/notDrawn}}
    <section><h2>What the comparison shows</h2><ul>{{#findings}}<li>{{.}}</li>{{/findings}}</ul>
    {{^findings}}<p class="find">Nothing beyond the lines on top.</p>{{/findings}}</section>
    <section><h2>Promises</h2>
    {{^promises}}<p class="find">The scenario promises nothing. A promise stands under slo, such as recover.p99 &lt; 60s.</p>{{/promises}}
    {{#hasPromises}}<div class="scroll" tabindex="0" role="region" aria-label="Promises"><table><thead><tr><th scope="col">promise</th><th scope="col">kept by</th><th scope="col">broken by</th></tr></thead><tbody>{{#promises}}<tr><td>{{#whose}}{{.}}: {{/whose}}<span class="mono">{{promise}}</span></td>
    <td>{{#isKept}}<span class="kept">✓ {{kept}}</span>{{/isKept}}{{^isKept}}<span class="broken">✕ {{kept}}</span>{{/isKept}}</td><td>{{broken}}</td></tr>{{/promises}}</tbody></table></div>{{/hasPromises}}</section>
    <section><h2>Rules around the formulas</h2><p class="find">They may decide as much as the formulas do: when a client counts anew, from when it waits, and when an attempt has failed.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Rules around the formulas"><table class="rules"><thead><tr><th scope="col">formula</th><th scope="col">reset</th><th scope="col">clock</th><th scope="col">attempts</th><th scope="col">connect timeout</th><th scope="col">how long it waits</th></tr></thead>
    <tbody>{{#rules}}<tr><td><b>{{name}}</b></td><td>{{reset}}</td><td>{{clock}}</td><td>{{attempts}}</td><td>{{connectTimeout}}</td><td class="mono">{{formula}}</td></tr>{{/rules}}</tbody></table></div></section>
    {{#again}}{{>command}}{{/again}}
    {{/body}}{{/frame}}

    """

  /// A `HeatMatrix`.
  static let heat = """
    <p class="find">{{finding}}</p>
    <p class="key ramp"><span>the best</span><span class="steps" aria-hidden="true"><i class="h0"></i><i class="h1"></i><i class="h2"></i><i class="h3"></i><i class="h4"></i><i class="h5"></i><i class="h6"></i><i class="h7"></i></span><span>{{greatest}}</span></p>
    <div class="scroll" tabindex="0" role="region" aria-label="{{title}}"><table class="heat"><thead><tr><td class="k"></td><th scope="col" class="f">formula</th>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}<th scope="col">{{summary}}</th></tr></thead>
    <tbody>{{#rows}}<tr><td class="k">{{place}}</td><th scope="row">{{name}}{{#isFirst}} <span class="tag">baseline</span>{{/isFirst}}</th>{{#cells}}<td class="{{style}}">{{text}}{{#isBroken}} <span title="a promise is broken">✕<span class="unseen"> a promise is broken</span></span>{{/isBroken}}</td>{{/cells}}<td class="sum{{#isHolding}} kept{{/isHolding}}">{{summary}}</td></tr>{{/rows}}
    {{#hasLeast}}<tr class="least"><td class="k"></td><th scope="row">least possible</th>{{#least}}<td>{{.}}</td>{{/least}}<td></td></tr>{{/hasLeast}}</tbody></table></div>
    <p class="note">{{note}}</p>
    {{#hasLinks}}<p class="key">More about:{{#links}} <a href="#{{target}}">{{name}}</a>{{/links}}</p>{{/hasLinks}}
    """

  /// A `ComparisonPage.Section`.
  static let part = """
    {{#world}}<section class="part" id="{{anchor}}"><h2 class="world">{{.}}{{#base}} <small>{{.}}</small>{{/base}}</h2></section>{{/world}}
    <section><h2>The formulas</h2><p class="find">{{tableFinding}}</p>
    <p class="key"><span><svg class="k" aria-hidden="true"><circle class="pf" cx="6" cy="6" r="5"/></svg>on the front: none is at least as good in all three</span><span><svg class="k" aria-hidden="true"><circle class="ph" cx="6" cy="6" r="5"/></svg>beaten</span><span><svg class="k" aria-hidden="true"><circle class="pb" cx="6" cy="6" r="5"/></svg>the baseline, where it is beaten</span><span><svg aria-hidden="true"><line class="whisk" x1="2" x2="22" y1="6" y2="6"/></svg>95 % interval, where wider than the dot</span>{{#reference}}<span><svg aria-hidden="true"><line class="lim" x1="2" x2="22" y1="6" y2="6"/></svg>{{.}}</span>{{/reference}}</p>
    {{#table}}<table class="mx"><thead><tr><td class="k"></td><th class="f" scope="col">formula</th>{{#columns}}<th class="m" scope="col"><div class="top">{{title}}</div><div class="c" data-l="{{short}}"><span></span>{{{axis}}}</div></th>{{/columns}}<th class="nb" scope="col">not back</th>{{#hasPromises}}<th class="pr" scope="col">promises</th>{{/hasPromises}}</tr></thead>
    <tbody>{{#rows}}<tr class="{{#isOnFront}}on{{/isOnFront}}{{#isFirst}} base{{/isFirst}}"><td class="k">{{rank}}</td><th scope="row" class="f"><span class="fn">{{name}}</span>{{#isFirst}}<span class="tag">baseline</span>{{/isFirst}}</th>{{#cells}}<td class="m"><div class="c" data-l="{{short}}"><b{{#isNever}} class="broken"{{/isNever}}>{{text}}</b>{{{strip}}}</div></td>{{/cells}}<td class="nb"><span{{#isLost}} class="broken"{{/isLost}}>{{notBack}}</span></td>{{#hasPromises}}<td class="pr">{{#broken}}<span class="broken">✕ {{.}} broken</span>{{/broken}}{{^broken}}<span class="kept">✓ kept</span>{{/broken}}</td>{{/hasPromises}}</tr>{{/rows}}</tbody></table>{{/table}}
    {{#folds}}{{>fold}}{{/folds}}</section>
    <section><h2>The trade</h2>{{#trade}}{{>figure}}{{/trade}}{{^trade}}<p class="find">The formulas do not differ in one of the two, recovery and peak: there is nothing to trade.</p>{{/trade}}</section>
    <section><h2>Against the baseline</h2>{{#differences}}{{>figure}}{{/differences}}{{^differences}}<p class="find">No formula differs from the baseline in what they are ranked by.</p>{{/differences}}</section>
    <section><h2>The storms</h2>{{^storms}}<p class="find">Nothing came to the door.</p>{{/storms}}{{#storms}}<p class="find">{{finding}}</p><div class="sm">{{#panels}}<figure><figcaption><b>{{name}}</b><span>{{caption}}</span></figcaption>{{{drawing}}}</figure>{{/panels}}</div><p class="note">{{note}}</p>{{#fold}}{{>fold}}{{/fold}}{{/storms}}</section>
    """

  /// A `CommandBlock`.
  static let command = """
    <section><h2>How to run it again</h2>
    {{#lines}}<pre tabindex="0" role="region" aria-label="The command">{{.}}</pre>{{/lines}}
    <p class="note">Digest <span class="mono">{{digest}}</span>, {{events}} events. The same scenarios and seeds give the same digest on any machine.</p>
    <details><summary>{{sharedSummary}}</summary><table><tbody>{{#shared}}<tr><td class="mono">{{path}}</td><td class="mono">{{value}}</td></tr>{{/shared}}</tbody></table></details>
    {{#hasDiffering}}<details><summary>Settings in which they differ</summary><table><tbody>{{#differing}}<tr><td class="mono">{{path}}</td><td class="mono">{{value}}</td></tr>{{/differing}}</tbody></table></details>{{/hasDiffering}}
    </section>
    """
}
