/// The page of a map, in Mustache: two braces escape what they show, three show markup.
enum MapTemplate {
  static let text = """
    {{<frame}}{{$body}}
    <p class="what"><span><b>{{scenario}}</b></span>{{#facts}}<span>{{.}}</span>{{/facts}}</p>
    <h1>{{verdict}}</h1>
    {{#lead}}<p class="lead">{{.}}</p>{{/lead}}
    <section><h2>The map</h2>{{#figure}}{{>figure}}{{/figure}}</section>
    {{>again}}
    {{/body}}{{/frame}}

    """
}
