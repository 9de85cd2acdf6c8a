/// The page of a run, in Mustache: two braces escape what they show, three show markup.
enum RunTemplate {
  static let text = """
    {{<frame}}{{$body}}
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    {{#lead}}<p class="lead">{{.}}</p>{{/lead}}
    <dl class="tiles">{{#tiles}}<div class="tile"><dt>{{name}}</dt>
    <dd><div class="big{{#isBad}} bad{{/isBad}}">{{figure}}{{#unit}} <small>{{.}}</small>{{/unit}}</div>
    <div class="sub">{{note}}</div></dd></div>{{/tiles}}</dl>
    {{#storm}}<section><h2>The storm</h2>{{>figure}}</section>{{/storm}}
    {{#cohorts}}<section><h2>Cohorts</h2>{{#figure}}{{>figure}}{{/figure}}
    <div class="scroll" tabindex="0" role="region" aria-label="What became of each cohort"><table><thead><tr><th scope="col">cohort</th><th scope="col" class="r">clients</th>
    <th scope="col" class="r">affected</th><th scope="col" class="r">50 % back after</th><th scope="col" class="r">99 % back after</th>
    <th scope="col" class="r">away, 99 %</th><th scope="col" class="r">attempts each</th><th scope="col">not back at the end</th></tr></thead>
    <tbody>{{#rows}}<tr><th scope="row">{{name}}</th>{{#figures}}<td class="r">{{.}}</td>{{/figures}}
    <td>{{#isLost}}<span class="broken">✕ {{missing}}</span>{{/isLost}}{{^isLost}}{{missing}}{{/isLost}}</td></tr>{{/rows}}</tbody></table></div></section>{{/cohorts}}
    <div class="two">
    {{#recovery}}<section><h2>Recovery</h2>{{>figure}}</section>{{/recovery}}
    <section><h2>Outcomes</h2><p class="find">{{outcomeFinding}}</p>
    <table class="bars"><caption>Clients</caption><tbody>{{#outcomes}}{{>bar}}{{/outcomes}}</tbody></table>
    {{#hasAttempts}}<table class="bars"><caption>Attempts</caption><tbody>{{#failures}}{{>bar}}{{/failures}}</tbody></table>{{/hasAttempts}}
    </section></div>
    {{#jitter}}<section><h2>Jitter</h2>{{>figure}}</section>{{/jitter}}
    {{#spread}}<section><h2>From seed to seed</h2>{{>figure}}</section>{{/spread}}
    <div class="two"><section><h2>Gateway</h2><p class="find">{{gatewayFinding}}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Stations of the gateway"><table><thead><tr><th scope="col">station</th><th scope="col" class="r">busy</th>
    <th scope="col" class="r">served</th><th scope="col" class="r">abandoned</th>
    <th scope="col" class="r">wait, 99 %</th><th scope="col" class="r">longest queue</th></tr></thead>
    <tbody>{{#stations}}<tr><td>{{name}}</td><td class="r">{{busy}}</td><td class="r">{{served}}</td>
    <td class="r">{{abandoned}}</td><td class="r">{{wait}}</td><td class="r">{{queue}}</td></tr>{{/stations}}</tbody></table></div></section>
    <section><h2>Promises</h2>
    {{^promises}}<p class="find">The scenario promises nothing. A promise stands under slo, such as recover.p99 &lt; 60s.</p>{{/promises}}
    <table><tbody>{{#promises}}<tr><td><span class="mono">{{text}}</span>{{#runs}}<br><small>{{.}}</small>{{/runs}}</td><td class="r">{{found}}</td>
    <td>{{#isKept}}<span class="kept">✓ kept</span>{{/isKept}}{{^isKept}}<span class="broken">✕ broken</span>{{/isKept}}</td></tr>{{/promises}}</tbody></table></section></div>
    {{#states}}<section><h2>Session states</h2>{{>figure}}</section>{{/states}}
    <section><h2>{{findingsTitle}}</h2><ul>{{#findings}}<li>{{.}}</li>{{/findings}}</ul></section>
    <section><h2>The scenario, and how to run it again</h2>
    {{#about}}<p>{{.}}</p>{{/about}}
    <p>The manifest beside this page runs it again: <code>simulate manifest.json</code>. Digest <span class="mono">{{digest}}</span>,
    {{events}} events. The same scenario and seed give the same digest on any machine.</p>
    <details><summary>Every setting (hash {{settingsHash}})</summary><table><tbody>{{#settings}}<tr><td class="mono">{{path}}</td><td class="mono">{{value}}</td></tr>{{/settings}}</tbody></table></details>
    </section>
    {{/body}}{{/frame}}

    """
}
