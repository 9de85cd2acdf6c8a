import Studies

/// Other words that people use for things that have another name here: for the name of a topic, the
/// words that lead there too.
enum OtherNames {
  static let all: [String: [String]] = [
    "gateway.auth": ["database", "login", "logins", "authentication"],
    "gateway.handshake": ["tls", "handshakes"],
    "gateway.nodes": ["gateways", "servers"],
    "network.latency": ["rtt", "round trip", "ping", "delay"],
    "distribution.csv": ["network.latency.csv", "rtt_ms", "rtt.csv"],
    "distribution.min": ["network.latency.min"],
    "distribution.own": ["network.latency.own"],
    "connectTimeout": ["timeout", "timeouts", "connect timeout"],
    "restart": ["deploy", "rolling deploy", "rolling restart", "rolling"],
    "clients.mix": ["phones", "cohort", "cohorts"],
    "formula": ["full jitter", "equal jitter", "cap", "exponential backoff"],
    "x": ["n", "attempt", "failures"],
    "clear_s": ["clear", "after clear"],
    "recover": ["time to recover", "recovery time", "99 % back", "back"],
    "detect": ["detection"],
    "storm_efficiency": ["efficiency"],
    "accept_overflow": ["overflow"],
    "metastable": ["survive", "storm"],
    "metastable_cause": ["lockstep", "overload"],
    "metrics": ["p50", "p90", "p95", "p99", "percentile", "never"],
    "lower_bound_s": ["at best", "floor", "lower bound", "least possible", "bound"],
    "wasted_work_share": ["wasted work", "wasted"],
    "queue_peak": ["longest queue", "queue"],
    "stations.utilisation": ["busiest", "utilisation", "utilization", "busy"],
    "stations.wait": ["wait", "waiting"],
    "limited_by": ["bottleneck", "limit"],
    "storm_after_clear_s": ["storm after clear"],
    "peak_arrivals_1s": ["peak", "arrivals/s"],
    "idle": ["idle clients"],
    "slo": ["promise", "promises", "service level", "gate", "kept", "broken", "found"],
    "recovered": ["outcome", "outcomes"],
    "relapsed": ["relapse"],
    "spread": ["jitter spread"],
    "clients.session": ["session system", "client"],
    "flapping": ["trains", "train", "tunnel", "tunnels"],
    "blackhole": ["silence", "silent", "silent outage", "dark", "dark region", "partition"],
  ]
}
