/// The look of the pages: one column, rules instead of boxes, blue for measured values, and orange
/// for values that are beyond a limit or lost.
enum StyleSheet {
  static let text = """
    :root{color-scheme:light dark;--bg:#ffffff;--sub:#f4f6f7;--ink:#15191e;--ink2:#454d56;--ink3:#5f6872;
    --rule:#cfd5da;--grid:#e7eaed;--band:#eceff1;--data:#0072b2;--over:#d55e00;--overt:#a84300;--okt:#00704f;
    --best:#7b858f;--other:#9aa3ab;
    --a0:#d3e3f0;--a1:#104a76;--a2:#4f97cc;--a3:#8b949d;--a4:#c9ced3;--a5:#3d454d}
    @media screen and (prefers-color-scheme:dark){:root{--bg:#12161a;--sub:#1a1f25;--ink:#e8ebee;--ink2:#b8c0c8;
    --ink3:#98a2ac;--rule:#3b444d;--grid:#252b32;--band:#1e242b;--data:#56b4e9;--over:#cc7440;--overt:#e9a273;
    --okt:#4fd0a8;--best:#8a949e;--other:#6d7782;
    --a0:#1b3145;--a1:#a9d4f4;--a2:#3f7fb0;--a3:#8a949e;--a4:#4a535c;--a5:#d5dbe1}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
    "Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
    main{max-width:1136px;margin:0 auto;padding:32px 24px 64px}
    h1{font-size:28px;line-height:1.22;font-weight:600;margin:10px 0 8px;max-width:34em}
    h2{font-size:18px;line-height:1.3;font-weight:600;margin:0}
    p{margin:0 0 8px;max-width:78ch}
    .what{font-size:13px;color:var(--ink2);display:flex;flex-wrap:wrap;gap:2px 16px;max-width:none;margin:0}
    .what b{color:var(--ink)}
    .lead{font-size:16px;color:var(--ink2);max-width:86ch}
    section{margin-top:48px}
    section>p.find{color:var(--ink2);margin:4px 0 16px}
    .note{font-size:13px;color:var(--ink3);margin:8px 0 0}
    ul{margin:8px 0 0;padding-left:20px;max-width:78ch}
    li{margin:0 0 6px}
    .tiles{display:grid;grid-template-columns:repeat(4,1fr);margin:28px 0 0;border-top:1px solid var(--rule);
    border-bottom:1px solid var(--rule)}
    .tile{padding:14px 20px 14px 0}
    .tile+.tile{padding-left:20px;border-left:1px solid var(--rule)}
    .tile dt,.tile .sub{font-size:13px;color:var(--ink2)}
    .tile dd{margin:0}
    .tile .big{font-size:30px;line-height:1.25;font-weight:600;white-space:nowrap}
    .tile .big.bad{color:var(--overt)}
    .tile .big small{font-size:16px;font-weight:400;color:var(--ink2)}
    .two{display:grid;grid-template-columns:minmax(0,632fr) minmax(0,416fr);gap:0 40px}
    .wide,.narrow{display:block;width:100%;height:auto;overflow:visible}
    .narrow{display:none}
    svg text{font-family:inherit;fill:var(--ink)}
    svg .ax{font-size:12px;fill:var(--ink3)}
    svg .lab{font-size:13px;fill:var(--ink2)}
    svg .lab.b{fill:var(--ink);font-weight:600}
    svg .lab.o{fill:var(--overt);font-weight:600}
    svg .hd{font-size:13px;font-weight:600}
    svg .num{font-size:13px}
    .halo{paint-order:stroke;stroke:var(--bg);stroke-width:4px;stroke-linejoin:round}
    .grid{stroke:var(--grid);stroke-width:1}
    .base,.tick{stroke:var(--rule);stroke-width:1}
    .lim{stroke:var(--ink);stroke-width:1.25;stroke-dasharray:5 3}
    .whisk{stroke:var(--ink2);stroke-width:1.5}
    .band{fill:var(--band)}
    .bg{fill:var(--bg)}
    .fd{fill:var(--data)}
    .fo{fill:var(--over)}
    .fg{fill:var(--best)}
    .fx{fill:var(--other)}
    .ft{fill:var(--grid)}
    .fs{fill:var(--data);opacity:.16}
    .ld{stroke:var(--data);stroke-width:2;fill:none;stroke-linejoin:round}
    .l0,.l1,.l2,.l3,.l4,.l5{fill:none;stroke-width:2;stroke-linejoin:round;stroke:var(--data)}
    .l1{stroke:var(--ink2);stroke-dasharray:7 3}
    .l2{stroke:var(--best)}
    .l3{stroke-dasharray:2 3}
    .l4{stroke:var(--ink2);stroke-dasharray:2 3}
    .l5{stroke:var(--best);stroke-dasharray:9 3 2 3}
    .a0,.a1,.a2,.a3,.a4,.a5{stroke:var(--bg);stroke-width:.75}
    .a0{fill:var(--a0)}.a1{fill:var(--a1)}.a2{fill:var(--a2)}.a3{fill:var(--a3)}.a4{fill:var(--a4)}.a5{fill:var(--a5)}
    tbody th{font-size:14px;font-weight:400;color:var(--ink)}
    .pf{fill:var(--data);stroke:var(--bg);stroke-width:1.5}
    .ps{fill:var(--data);opacity:.5}
    .po{fill:var(--bg);stroke:var(--data);stroke-width:1.5}
    table{border-collapse:collapse;width:100%;font-size:14px;margin-bottom:16px}
    caption{text-align:left;font-weight:600;font-size:13px;padding-bottom:4px}
    th{font-weight:600;text-align:left;font-size:13px;color:var(--ink2);vertical-align:bottom}
    th,td{padding:6px 12px 6px 0;border-bottom:1px solid var(--grid)}
    thead th{border-bottom:1px solid var(--rule)}
    td.r,th.r,table.r td,table.r th{text-align:right;white-space:nowrap}
    tr>:last-child{padding-right:0}
    td.bar{width:40%}
    .bars .inl{height:6px;margin-top:3px}
    .inl{display:block;width:100%;height:10px}
    code,span.mono,td.mono,table.mono td{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;
    overflow-wrap:anywhere}
    pre{margin:12px 0;padding:12px 14px;background:var(--sub);overflow-x:auto;white-space:pre-wrap;
    overflow-wrap:anywhere;font:12.5px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
    h2+.scroll{margin-top:8px}
    details{font-size:13px}
    summary{cursor:pointer;color:var(--ink2);padding:4px 0}
    summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--data);outline-offset:2px}
    details td{padding:3px 12px 3px 0}
    .strong{font-weight:600}
    td.mono small{display:block}
    .scroll{overflow-x:auto}
    .kept{color:var(--okt);font-weight:600;white-space:nowrap}
    .broken{color:var(--overt);font-weight:600;white-space:nowrap}
    @media screen and (max-width:900px){
    main{padding:20px 16px 48px}
    h1{font-size:22px}
    section{margin-top:40px}
    .wide{display:none}
    .narrow{display:block;max-width:520px}
    .tiles{grid-template-columns:1fr 1fr}
    .tile,.tile+.tile{padding:12px 12px 12px 0;border-left:0}
    .tile .big{font-size:24px;white-space:normal}
    .two{grid-template-columns:minmax(0,1fr)}}
    @media print{details{display:none}@page{size:A4 landscape}section{break-inside:avoid}}
    """
}
