/// The style of the pages of comparisons, beyond the style that all pages share.
enum ComparisonStyle {
  private static let steps = HeatStyle.light.indices
    .map { ".h\($0){background:var(--h\($0));color:var(--k\($0))}" }.joined()

  static let text = """

    \(HeatStyle.colours)
    \(steps)
    .ph{fill:var(--bg);stroke:var(--ink3);stroke-width:1.75}
    .pb{fill:var(--ink);stroke:var(--bg);stroke-width:1.5}
    .cf{fill:var(--data);opacity:.55}
    .ch{fill:none;stroke:var(--ink3);opacity:.6}
    .px{fill:var(--over);stroke:var(--bg);stroke-width:1.5}
    .stair{stroke:var(--data);stroke-width:1.25;fill:none;opacity:.55}
    .leader{stroke:var(--ink3);stroke-width:.75}
    .zero{stroke:var(--ink);stroke-width:1.25}
    .key{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:13px;color:var(--ink2);margin:0 0 10px;max-width:none}
    .key svg{width:24px;height:12px;vertical-align:-1px;margin-right:6px;overflow:visible}
    .key svg.k{width:12px}
    .steps{display:inline-flex;align-self:center}
    .steps i{width:34px;height:10px}
    .ramp{gap:4px 8px}
    .tag{font-size:12px;color:var(--ink3);font-weight:400;margin-left:6px;white-space:nowrap}
    .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .part h2{font-size:22px;padding-top:20px;border-top:1px solid var(--ink)}
    .part small{font-size:13px;font-weight:400;color:var(--ink3);margin-left:8px}
    .part{margin-bottom:-24px}
    .heat{width:auto;border-collapse:separate;border-spacing:2px}
    .heat td,.heat th{border:0;padding:8px 14px;white-space:nowrap}
    .heat td{text-align:center;min-width:76px}
    .heat thead th{text-align:center;border:0}
    .heat thead th.f,.heat tbody th{text-align:left}
    .heat tbody th{color:var(--ink);font-size:14px}
    .heat td.k,.mx td.k{color:var(--ink3);text-align:right;min-width:0;padding-left:0;padding-right:10px}
    .heat .min{outline:2px solid var(--ink);outline-offset:-2px}
    .heat .gone{color:var(--overt);font-weight:600}
    .heat .least td,.heat .least th{color:var(--ink2);font-weight:400}
    .mx{table-layout:fixed}
    .mx td,.mx th{padding:0;vertical-align:middle}
    .mx thead th,.mx thead td{vertical-align:bottom}
    .mx .c{display:flex;align-items:center;gap:10px;padding-right:20px}
    .mx .c>b,.mx .c>span{flex:0 0 78px;text-align:right;font-weight:400;white-space:nowrap}
    .mx .c>b.broken{font-weight:600}
    .mx .c svg{flex:1;width:0;height:34px;min-width:0;overflow:visible}
    .mx thead .c svg{height:22px;font-weight:400}
    .mx .top{white-space:nowrap;padding-left:88px}
    .key a{color:var(--data)}
    .mx .f{padding:4px 12px 4px 0;width:180px;text-align:left;font-size:14px}
    .mx thead .f{font-size:13px}
    .mx td.k{width:34px}
    .mx td.nb,.mx th.nb{text-align:right;width:76px;white-space:nowrap}
    .mx td.pr,.mx th.pr{text-align:right;width:108px;white-space:nowrap}
    .mx .fn{font-weight:600;color:var(--ink);overflow-wrap:anywhere}
    .mx .fn::before{content:"";display:inline-block;width:5px;height:5px;border-radius:4px;
    border:1.5px solid var(--ink3);margin-right:8px}
    .mx tr.base .fn::before{width:8px;height:8px;border:0;background:var(--ink)}
    .mx tr.on .fn::before{width:8px;height:8px;border:0;background:var(--data)}
    .sm{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:22px 18px}
    .sm figure{margin:0;min-width:0;break-inside:avoid}
    .sm figcaption{font-size:13px;line-height:1.35;margin-bottom:4px}
    .sm figcaption b{font-weight:600;display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    .sm figcaption span{color:var(--ink2)}
    .panel{display:block;width:100%;height:auto;overflow:visible}
    .rules td.mono{min-width:260px}
    details th:first-child,details td:first-child{text-align:left}
    @media screen and (max-width:900px){
    .part h2{font-size:18px}
    .heat td.k,.heat thead td.k{display:none}
    .heat td,.heat th{padding:8px}
    .heat td{min-width:64px;font-size:13px}
    .steps i{width:20px}
    .mx,.mx thead,.mx tbody{display:block}
    .mx tr{display:grid;grid-template-columns:minmax(0,1fr) auto auto;padding:10px 0 8px;
    border-bottom:1px solid var(--rule)}
    .mx td,.mx th{display:block;border:0}
    .mx td.k,.mx thead .f,.mx thead .nb,.mx thead .pr{display:none}
    .mx .top{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    .mx .f{width:auto;padding:0 8px 2px 0}
    .mx td.nb,.mx td.pr{width:auto;font-size:13px;color:var(--ink2);padding-left:12px}
    .mx td.nb{grid-column:2;grid-row:1}
    .mx td.pr{grid-column:3;grid-row:1}
    .mx td.nb::before{content:"not back "}
    .mx .m{grid-column:1/4}
    .mx .c{padding-right:0;gap:8px}
    .mx .c svg{height:26px}
    .mx .c>b,.mx .c>span{flex-basis:76px}
    .mx .m .c::before{content:attr(data-l);flex:0 0 76px;font-weight:400;text-align:left;font-size:12.5px;
    color:var(--ink2)}
    .sm{grid-template-columns:1fr 1fr;gap:18px 14px}}
    """
}
