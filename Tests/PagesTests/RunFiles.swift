import Documents
import Foundation

/// A results folder of one run that was written by hand.
enum RunFiles {
  static func files(
    name: String = "small", limit: Double? = 10, lost: Int = 0, seconds: Int = 30,
    promises: String = "[]"
  ) throws -> [String: String] {
    let summary: [String: Any] = [
      "schema": 2, "scenario": name, "seed": 7, "warnings": [] as [Any], "promises": [] as [Any],
      "clients": 100, "digest": "00ff", "events": 1_234,
      "truncated": false, "formulas": [name], "verdict": "All is well, says \(name).",
      "findings": [
        ["code": "some", "figures": [String: Double](), "sentence": "It was \(name)."]
          as [String: Any]
      ],
      "limit": limit.map { ["stage": "admission", "per_second": $0] as [String: Any] } ?? NSNull(),
      "faults": [
        ["kind": "outage", "from_s": 5, "to_s": 10],
        ["kind": "slow", "from_s": 12, "to_s": NSNull()],
      ],
      "metrics": [
        "affected": 100, "attempts": 250, "attempts_per_client": 2.5, "recovered": 100 - lost,
        "still_trying": lost, "clear_s": 10, "lower_bound_s": 4, "peak_arrivals_1s": 60,
        "peak_arrivals_1s_at_s": 6, "wasted_work_share": 0.25, "queue_peak": 17, "shed": 3,
        "recover": [
          "count": 100 - lost, "p50": 5, "p90": 8, "p99": lost > 1 ? NSNull() : 12.5,
          "p999": lost > 0 ? NSNull() : 13,
        ] as [String: Any],
        "stations": [
          "auth": [
            "arrivals": 100, "served": 100, "abandoned": 2, "utilisation": 0.5, "queue_peak": 17,
            "wait": ["p99": 0.25],
          ] as [String: Any]
        ],
      ] as [String: Any],
    ]
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: summary), as: UTF8.self)
    let scenario = PageManifests.scenario(
      name, [("name", name), ("about", "What it is about."), ("clients.count", "100")])
    let manifest = try PageManifests.run(scenario, promises: promises)
    let rows = (0..<seconds).map { second in
      "\(second),9,\(second == 6 ? 60 : 5),4,3,2,1,4,5,\((5..<10).contains(second) ? 0 : 100),0,0,0,0"
    }
    let header =
      "t_s,attempts,arrivals,accepted,refused,shed,timed_out,completed,failed,connected,queue,busy,wasted,calls"
    return [
      "summary.json": text, "manifest.json": manifest,
      "timeseries.csv": ([header] + rows).joined(separator: "\n") + "\n",
      "spread.csv": "attempt,t_s,width_s,arrivals\n1,1,0.5,60\n1,2,0.5,40\n2,8,1,30\nclear,1,1,9\n",
      "recover.hgrm": """
             Value     Percentile TotalCount 1/(1-Percentile)

          5000.000 0.500000000000         50           2.00
         12500.000 0.990000000000         99         100.00
         13000.000 1.000000000000        100
      #[Mean    =     5000.000, StdDeviation   =     1000.000]

      """,
    ]
  }
}
