/// What people call things that have another name here: by the name of a topic, the words that lead
/// there too.
enum OtherNames {
  static let all: [String: [String]] = [
    "gateway.auth": ["database", "login", "logins", "authentication"],
    "gateway.handshake": ["tls", "handshakes"],
    "gateway.nodes": ["gateways", "servers"],
    "connectTimeout": ["timeout", "timeouts", "connect timeout"],
    "restart": ["deploy", "rolling deploy", "rolling restart", "rolling"],
    "clients.mix": ["phones", "cohort", "cohorts"],
    "formula": ["full jitter", "equal jitter", "cap", "exponential backoff"],
    "x": ["n", "attempt", "failures"],
    "clear_s": ["clear", "after clear"],
    "recover": ["time to recover", "recovery time"],
    "detect": ["detection"],
    "storm_efficiency": ["efficiency"],
    "accept_overflow": ["overflow"],
    "metastable": ["survive", "storm"],
    "metastable_cause": ["lockstep", "overload"],
    "metrics": ["p50", "p90", "p95", "p99", "percentile", "never"],
  ]
}
