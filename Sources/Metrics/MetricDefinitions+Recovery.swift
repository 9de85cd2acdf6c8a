let recoveryDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "affected", "count",
    "Clients that want a connection at clear and lacked one at some moment from the first incident's "
      + "begin to clear. Where only the weather was bad: at some moment of the run; without faults "
      + "also those that want one later. Who stops wanting one before being back is not among them."
  ),
  MetricDefinition(
    "away_before", "count",
    "Clients that wanted a connection and had none just before the first incident. Undefined without "
      + "incidents."),
  MetricDefinition(
    "away_at_clear", "count",
    "Clients that wanted a connection and had none just before clear. Those that stop wanting one "
      + "before they are back count here, and are not among the affected. Undefined without faults, and "
      + "without a clear."),
  MetricDefinition(
    "recover", "distribution",
    "Time to recover. Per affected client: from clear to the first moment at which it is connected, "
      + "0 where it is so at clear. A connection at clear that later ends because of a silence from "
      + "before clear counts as none. Without faults: from the moment at which the client first "
      + "wanted a connection. A client that never is connected counts as infinite and ranks last. "
      + "Percentiles are nearest-rank over all affected; `count` and `mean` are over the finite ones. "
      + "Undefined without a clear."),
  MetricDefinition(
    "recover_away", "distribution",
    "Time to recover of those affected clients that had no connection at clear."),
  MetricDefinition(
    "recover_last", "distribution",
    "Per affected client: from clear to the begin of the connection that it has at the end, 0 where "
      + "that began before clear. A client that is not connected at the end counts as infinite."),
  MetricDefinition(
    "relapsed", "count",
    "Affected clients that lost a connection again after they were back, other than by their user's "
      + "doing. Undefined without a clear."),
  MetricDefinition(
    "downtime", "distribution",
    "Per affected client that ever had a connection: the total time it wanted one and had none "
      + "after that, up to the end of the run."),
  MetricDefinition(
    "downtime_censored", "count", "How many of those times were still growing when the run ended."),
  MetricDefinition(
    "detect", "distribution",
    "From the begin of a fault to the moment a client itself knows that its connection is gone."),
  MetricDefinition(
    "completion", "s",
    "From time 0 to the moment at which the last optimistic client hears that its write succeeded; "
      + "never where one of them has not by the end. Undefined for a fleet without such clients.",
    source: "Brooker, Exponential Backoff and Jitter, AWS Architecture Blog, 2015"),
  MetricDefinition(
    "recovered", "count",
    "Clients that end connected, or want no connection then. The five outcomes recovered, "
      + "in_error, gave_up, stuck and still_trying sum to the number of clients."),
  MetricDefinition("idle", "count", "Of the recovered: those that want no connection."),
  MetricDefinition(
    "gave_up", "count", "Clients whose formula stopped: they will not try again by themselves."),
  MetricDefinition(
    "in_error", "count", "Clients that end in a state which only a person can end."),
  MetricDefinition(
    "stuck", "count",
    "Clients without a live connection and without a timer or request of their own that could "
      + "change that."),
  MetricDefinition("still_trying", "count", "All other clients: time would change their outcome."),
]

let stormDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "lower_bound_s", "s",
    "A time after clear before which no behaviour of the clients could have 99 % of the affected "
      + "back. n = the affected that were away at clear and whose socket does not live on, less 1 % of "
      + "the affected. "
      + "The largest, over admission, handshake, auth, ready and api, of the time until what the "
      + "stage can serve from clear on, with the faults and nodes then in force, reaches n less those "
      + "that had passed it or were in service there at clear; of admission the tokens that were "
      + "saved up count too. Or the same for those alone that had no attempt under way at clear, with a "
      + "set-up's round trips at the least latency on top, where that is more. Undefined below 100 affected, where hardly more were away at "
      + "clear than before (at most 1.5 away_before + 1 % of the affected), and where the rates never "
      + "suffice."),
  MetricDefinition(
    "limited_by", "word",
    "What takes most of lower_bound_s: a stage (admission, handshake, auth, ready or api), or network, "
      + "the round trips of the set-up. Undefined with lower_bound_s, and where that is 0."),
  MetricDefinition(
    "storm_efficiency", "share",
    "lower_bound_s over recover.p99: how much of the recovery was unavoidable. 0 where more than 1 % "
      + "never come back. A little over 1 where service times happened to be short. Undefined where "
      + "either is 0 or not there."),
  MetricDefinition(
    "metastable", "bool",
    "Whether the storm outlives its cause. False where at the end fewer than max(1, 1 % of affected) "
      + "affected clients still try. Otherwise the last five minutes (`metastable.window`) before the "
      + "last arrival decide. True where (a) fewer clients came back in them than half of what was "
      + "possible, which is the least of the clients waiting at their begin and what the narrowest "
      + "stage can let through; and (b) the clients' own load is why: some station was at least half "
      + "utilised and at least half of that busy time went to attempts that never became ready, or "
      + "the attempts that failed at the gateway (turned away, dropped by a full backlog, given up "
      + "while they waited) are at least half of all failures and outnumber the successes. Undefined "
      + "without a clear, where those minutes reach back before clear, and where an incident is in "
      + "force in them. Who waits for nothing but a long timer, or cannot connect in time however few "
      + "try (the round trips alone take longer than the clients wait), is no storm.",
    source: "Bronson et al., Metastable Failures in Distributed Systems, HotOS 2021"),
  MetricDefinition(
    "metastable_cause", "word",
    "What keeps the storm alive: lockstep (of at least 1,000 arrivals in those minutes more than half "
      + "came in the busiest tenth of their 100 ms bins), else overload (the stations work for nothing), "
      + "else rejection (the gateway turns away more than it lets in). Undefined where metastable is "
      + "not true."),
  MetricDefinition(
    "storm_after_clear_s", "s",
    "The total length of the minutes after clear in which (a) and (b) of `metastable` held: storms "
      + "that end late are seen by it. Minutes are counted from clear, rounded up to the second; those "
      + "with an incident in force do not count. Undefined without a clear."),
  MetricDefinition(
    "clear_s", "s",
    "Clear: the latest end of an incident, which is a fault that takes the service away or cuts it "
      + "down (outage, restart, capacity, slow, authFailure, flapping of the gateway, offline, loss of "
      + "100 %). Without incidents the latest end of the other faults, 0 without faults. "
      + "`recovery.from` names other faults. Undefined where one of them does not end within the run."
  ),
  MetricDefinition("end_s", "s", "When the run ended, in virtual time."),
]
