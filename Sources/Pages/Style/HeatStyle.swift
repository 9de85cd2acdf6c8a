/// The colours of heat maps, and how tables and pictures of them look. Texts on a step are near-black or
/// white, whichever contrasts more.
enum HeatStyle {
  /// Weak to strong.
  static let light = [
    "#eef4fa", "#d8e8f5", "#bcd7ed", "#98c2e2", "#6fa8d3", "#4287bb", "#24689c", "#104a76",
  ]
  static let dark = [
    "#18222c", "#1b3145", "#1f4260", "#27577d", "#33709f", "#4b8fc2", "#76b2df", "#a9d4f4",
  ]
  static let black = "#0c0f12"
  static let white = "#ffffff"
  /// From which step on texts are white on a light page, and near-black on a dark one.
  static let turnOnLight = 6
  static let turnOnDark = 5

  private static func variables(_ colours: [String], _ text: (Int) -> String) -> String {
    colours.enumerated().map { "--h\($0):\($1);--k\($0):\(text($0))" }.joined(separator: ";")
  }

  private static var steps: String {
    HeatStyle.light.indices.map {
      "td.h\($0){background:var(--h\($0));color:var(--k\($0))}path.h\($0){fill:var(--h\($0))}"
        + "svg text.kh\($0){fill:var(--k\($0))}"
    }.joined(separator: "\n")
  }

  static let colours = """
    :root{\(variables(light) { $0 < turnOnLight ? black : white })}
    @media screen and (prefers-color-scheme:dark){:root{\(variables(dark) { $0 < turnOnDark ? white : black })}}
    """

  static let text = """

    \(colours)
    \(steps)
    .pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 64px}
    .panels{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:24px 32px}
    table.heat{border-collapse:separate;border-spacing:2px;width:100%;font-size:13.5px;margin:0 0 8px}
    .heat caption{font-size:13px;padding:0 0 4px 2px;overflow-wrap:anywhere}
    .heat th,.heat td{border:0;padding:8px 4px;text-align:center;font-size:13px}
    .heat td{white-space:nowrap;min-width:3.6em}
    .heat thead th{padding:2px 4px;color:var(--ink2);font-weight:400;white-space:nowrap}
    .heat thead th.key,.heat thead th.corner{font-weight:600;white-space:normal;overflow-wrap:break-word}
    .heat tbody th,.heat thead th.corner{text-align:right;padding-right:8px;color:var(--ink2);font-weight:400}
    .heat tbody th{white-space:nowrap;max-width:16em;overflow:hidden;text-overflow:ellipsis}
    .heat thead th.corner{font-weight:600}
    td.hn{background:var(--bg);color:var(--overt);font-weight:600;box-shadow:inset 0 0 0 1.5px var(--over)}
    td.hu{background:var(--sub);color:var(--ink2)}
    path.hn{fill:var(--over)}
    path.hu{fill:var(--band)}
    .scale{display:flex;align-items:center;gap:8px;font-size:13px;color:var(--ink2);margin:0 0 12px;max-width:none;
    flex-wrap:wrap}
    path.smixed{fill:var(--over);opacity:.45}
    .hatch{stroke:var(--ink2);stroke-width:1;fill:none}
    .border{stroke:var(--ink);stroke-width:1.5;fill:none}
    .runs{stroke:var(--ink);stroke-width:3.5;stroke-linecap:round;fill:none}
    svg text.plate{fill:var(--ink);paint-order:stroke;stroke:var(--bg);stroke-width:5px;stroke-linejoin:round}
    svg text.khn,svg text.khu{fill:var(--ink)}
    svg text.khn{font-weight:600;paint-order:stroke;stroke:var(--bg);stroke-width:4px}
    .open{fill:var(--bg);stroke:var(--over);stroke-width:2}
    .thin{stroke:var(--best);stroke-width:1.25;fill:none}
    .answer{stroke:var(--data);stroke-width:1.25}
    table.answers{width:auto;min-width:50%}
    table.answers td,table.answers thead th+th{text-align:right;padding-left:28px}
    table.answers tbody th{color:var(--ink);font-size:14px;overflow-wrap:anywhere;max-width:26em}
    .reasons{margin:8px 0 0;max-width:78ch}
    .reasons dt{font-weight:600;overflow-wrap:anywhere}
    .reasons dd{margin:0 0 12px;color:var(--ink2)}
    .whisker{stroke:var(--data);stroke-width:1.5}
    .gutter{fill:none;stroke:var(--over);stroke-width:2}
    .frame{fill:none;stroke:var(--ink);stroke-width:2}
    .halo2{fill:none;stroke:var(--bg);stroke-width:5}
    table.ranks td{white-space:nowrap;min-width:84px}
    table.ranks small{color:var(--ink3);font-size:12px}
    table.ranks .inl{height:6px;margin-top:3px}
    table.ranks th[scope=row]{color:var(--ink);font-size:14px;overflow-wrap:anywhere;min-width:8em;max-width:22em;
    vertical-align:middle}
    .scale .item{display:inline-flex;align-items:center;gap:6px;margin-right:8px}
    .scale svg{width:26px;height:10px}
    .scale svg.all{width:208px}
    @media screen and (max-width:900px){
    .pair{grid-template-columns:minmax(0,1fr)}
    .panels{grid-template-columns:repeat(2,minmax(0,1fr));gap:16px}
    .heat th,.heat td{padding:7px 2px;font-size:12.5px}
    .heat td{min-width:3.2em}
    .scale svg.all{width:120px}}
    @media screen and (max-width:600px){.panels{grid-template-columns:minmax(0,1fr)}
    table.ranks small{display:none}
    table.ranks th[scope=row]{min-width:6em}}
    """
}
