/// The page of a search for a formula, in Mustache: two braces escape what they show, three show markup.
enum TuningTemplate {
  static let text = """
    {{<frame}}{{$body}}
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    <p class="lead">{{lead}}</p>
    {{#option}}<pre tabindex="0" role="region" aria-label="The formula found">{{.}}</pre>{{/option}}
    <section><h2>Against the own formula</h2>{{#pairs}}{{>figure}}{{/pairs}}{{^pairs}}<p class="find">There is no formula to set against the own one.</p>{{/pairs}}</section>
    <section><h2>Where it was not tuned</h2>{{#tested}}{{>figure}}{{/tested}}{{^tested}}<p class="find">There is no test with two formulas to tell apart.</p>{{/tested}}
    {{#findings}}<p class="find">{{.}}</p>{{/findings}}</section>
    <section><h2>The front</h2>{{#front}}{{>figure}}{{/front}}{{^front}}<p class="find">No two formulas have figures to set against each other.</p>{{/front}}</section>
    <section><h2>The climb</h2>{{#climb}}{{>figure}}{{/climb}}{{^climb}}<p class="find">No formula has all runs and keeps every promise.</p>{{/climb}}</section>
    <section><h2>Promises</h2>{{^promises}}<p class="find">The search had no promise to keep.</p>{{/promises}}
    {{#hasPromises}}<div class="scroll" tabindex="0" role="region" aria-label="Promises"><table><thead><tr><th scope="col">promise</th><th scope="col">from</th><th scope="col" class="r">tuned</th><th scope="col">verdict</th><th scope="col" class="r">tested</th><th scope="col">verdict</th></tr></thead>
    <tbody>{{#promises}}<tr><td class="mono">{{text}}</td><td>{{origin}}</td><td class="r">{{found}}</td><td>{{#isKept}}<span class="kept">✓ kept</span>{{/isKept}}{{^isKept}}<span class="broken">✕ broken</span>{{/isKept}}</td><td class="r">{{tested}}</td><td>{{#test}}{{#isKept}}<span class="kept">✓ kept</span>{{/isKept}}{{^isKept}}<span class="broken">✕ broken</span>{{/isKept}}{{/test}}</td></tr>{{/promises}}</tbody></table></div>{{/hasPromises}}</section>
    <section><h2>What was searched</h2><p class="find">{{searched}}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Families of formulas"><table class="rules"><thead><tr><th scope="col">family</th><th scope="col">formula</th><th scope="col">ranges</th><th scope="col">of the formula found</th></tr></thead>
    <tbody>{{#families}}<tr><td>{{#isWinner}}<b>{{name}}</b> <span class="kept">✓ found</span>{{/isWinner}}{{^isWinner}}{{name}}{{/isWinner}}</td><td class="mono">{{template}}</td><td class="mono">{{parameters}}</td><td class="mono">{{values}}</td></tr>{{/families}}</tbody></table></div></section>
    {{#again}}{{>command}}{{/again}}
    {{/body}}{{/frame}}

    """
}
