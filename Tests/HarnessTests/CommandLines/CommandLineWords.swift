extension CommandLineWriter {
  /// Those that run scenarios; without a verb one is run too.
  static let running: Set<String> = [
    "run", "compare", "tune", "sweep", "capacity", "map", "trace", "",
  ]

  static let scenarios = [
    "gateway-restart", "ideal-outage", "mixed-fleet", "contention", "chat-restart", "primer-launch",
    "extension-database", "rolling-restart", "f.yaml", "none.yaml", ".", "/dev/null", "folder",
  ]

  /// What means nothing anywhere, or more than it seems to.
  static let hostile: [String] =
    refused + ["0", "-1", "1e308", "1e-9", "18446744073709551615", "x=y", "a..b", "-", "--"]

  /// No number, no count, no name. U+F79B and the like are bytes that no text has.
  static let refused: [String] = [
    "", " ", "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "a\nb", "a\r", "\t", "\u{202E}evil",
    "\u{FEFF}x", "\u{200B}",
    "\u{200F}", "\u{2066}", "\u{2028}", "\u{9B}1m", "\u{7F}", "\u{8}\u{8}", "\u{F79B}31m",
    "\u{F7FF}\u{F7FE}", "\u{F7C0}\u{F7AF}", "-x", "--nope", "%s%n", "$(x)", "`x`", "\u{E9}",
    "\u{663}", "\u{FF11}", "\u{1F642}", "\u{FEFF}", "\u{301}", "=", "NaN", "nan", "inf",
    "18446744073709551616", "null",
    "{}", "[", "*", "&a", "!!x", "\\", "\"", "'", "#", String(repeating: "A", count: 100_000),
    String(repeating: "9", count: 400), String(repeating: "x", count: 300),
    String(repeating: "(", count: 5_000),
  ]

  /// Options and what may stand behind them, right or wrong; none of it is long at work.
  static let values: [String: [String]] = [
    "--session": ["stoat", "chatSocket", "primer", "appExtension", "optimistic"],
    "--profile": ["spec", "forWeb", "app"],
    "--seed": ["1", "0x10", "18446744073709551615", "0xx", "-0"],
    "--set": [
      "network.loss=1%", "faults.0.for=2m", "gateway.nodes=2", "a=b", "clients.backoff=2^x",
      "faults.0=x", "network.latency={median: 1ms, sigma: 9}", "clients={", "slo.0=x",
      "faults.99.for=1s", "name=\u{1B}[1m", "clients.mix.0.share=2", "gateway=ideal", "network=lte",
      "faults.-1.for=1s", "=", "=x", "clients.backoff=0s", "clients.backoff=0/0",
    ],
    "--slo": [
      "recover.p99 < 90s", "gave_up == 0", "x", "recovered_share > 99%", "recover.p99 <",
      "recover.p99 < 1e308s", "recover.p99 < 1", "< 1",
    ],
    "--backoff": [
      "phoenix", "socketio", "2^x", "mine=uniform(0, 2^x)", "uniform(0s, 9s), attempts: 3", "0-1",
      "0/0", "0s", "\u{1B}=1s", "socketio, reset: never",
    ],
    "--replications": ["1", "2", "3"],
    "--format": [
      "table", "json", "csv", "markdown", "junit", "openmetrics", "mermaid", "perfetto", "text",
    ],
    "--progress": ["auto", "plain", "none"],
    "--out": [
      "a", "b", "x/y/z", ".", "./a/", "a b", " ", "-o", "f.yaml", "f.yaml/x", "folder",
      "\u{1B}]0;x\u{7}", "\u{202E}x", "x\ny", "\u{E9}", "a/./b", "\u{F7FF}",
    ],
    "--queue": ["heap", "ladder"],
    "--vary": [
      "faults.0.for=10s,20s", "faults.0.for=10s..30s/10s", "seed=1,2", "x", "faults.0.for=", "=",
      "network.loss=0%,1%", "faults.0.for=1s,1s", "faults.0.for=3s..1s/1s",
      "faults.0.for=1s..2s/0s", "clients.session=stoat,primer", "network.loss={,}",
      "network.latency={median: 5ms, sigma: 0.5},20ms", "a=1,2", "faults.0.for=1s..1e300s/1s",
    ],
    "--metric": ["recover", "recover.p99", "nope", "attempts"],
    "--shard": ["1/2", "2/2", "0/2", "3/2", "auto", "auto/3", "1/0", "1/1000000", "-1/3", "1/2/3"],
    "--x": [
      "gateway.nodes=1..4", "faults.0.for=5s..9s", "clients.count=1..9223372036854775807", "x",
    ],
    "--y": [
      "gateway.nodes=1..4", "network.loss=0%..100%", "faults.0.for=9s..5s", "=", "a=..", "a=1..2",
    ],
    "--cells": ["2x2", "3x2", "0x0", "x", "3", "257x2", "-1x2"],
    "--least": ["gateway.nodes=1..4", "gateway.auth.rate=1/s..900/s", "a=1..2", "seed=1..2", "x"],
    "--most": ["clients.count=1..40", "faults.0.for=1s..9s", "gateway.nodes=2..1", "x", "=1..2"],
    "--resolution": ["2%", "50%", "0", "-1", "x", "1e-300"],
    "--client": ["0", "1", "19", "20", "-1", "best", "median", "worst", "x"],
    "--baseline": ["folder", "a", "none", "f.yaml", "."],
    "--write": [
      "json=w.json", "csv=f.yaml", "junit=w.xml", "html=w", "x", "json=", "=x", "json=folder/w",
      "csv=folder/mine.txt", "json=link", "markdown=w.md",
    ],
    "--failures": ["1", "5", "1000", "0", "1001"],
    "--scenario": ["ideal-outage", "gateway-restart", "rolling-restart"],
    "--test": ["rolling-restart", "ideal-outage"],
    // None that is right: seeds would be added for long.
    "--precision": ["0", "200%", "x"],
    "--rank-by": ["recover.p99", "peak_arrivals_1s", "nope"],
    "--worlds": ["limits", "limits=100/s", "limits=0/s", "limits=1e300/s", "x"],
    "--family": ["full", "equal", "uniform(0s, $cap)", "$x", "$"],
    "--param": ["cap=2s..60s", "cap=9s..3s", "cap", "cap=1..2:whole", "cap=0.5|1", "=1..2"],
    "--objective": ["recover.p99", "attempts_per_client", "nope"],
    "--subject-to": ["recover.p99 < 30s", "x", "attempts_per_client < 9"],
    "--budget": ["44", "60", "90", "0"],
    "--input": ["f.yaml", "none", "-", "."],
  ]
}
