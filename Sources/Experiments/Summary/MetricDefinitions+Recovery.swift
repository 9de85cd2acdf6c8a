let recoveryDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "affected", "count",
    "Clients that at some moment since the first fault began (time 0 without faults) wanted a "
      + "connection and had none, except those that end idle."),
  MetricDefinition(
    "recover", "distribution",
    "Time to recover. Per affected client: from clear to the begin of the connection it still has "
      + "at the end, 0 where that began before clear. A client that is not connected at the end "
      + "counts as infinite and ranks last. Percentiles are nearest-rank over all affected; "
      + "`count` and `mean` are over the finite ones. Undefined without a clear."),
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
    "The least time in which 99 % of the affected can be back: round trips of one set-up and its "
      + "calls at twice the median one-way latency (mean over cohorts) + mean service times of "
      + "handshake, auth, ready and api + the largest, over the stages of the gateway, of "
      + "max(0, ceil(0.99 affected) - burst) / rate. Rates: admission (the only one with a burst), "
      + "cores x nodes / mean handshake, workers / mean auth, nodes x workers / mean ready. A "
      + "stage that is unlimited or takes no time adds nothing."),
  MetricDefinition(
    "storm_efficiency", "share",
    "lower_bound_s over recover.p99, at most 1: how much of the recovery was unavoidable. "
      + "Undefined where either is 0 or not there."),
  MetricDefinition(
    "metastable", "bool",
    "Whether the storm outlives its cause. True where, at clear + window, clients still wait and "
      + "in each of the 30 one-second bins before, completions stayed under 95 % of what was "
      + "possible (the least of the narrowest stage's rate and the clients waiting when the bin "
      + "began) while arrivals exceeded that rate. False for a gateway without limits. Undefined "
      + "without a clear, where the run ends before clear + window, and where that moment is less "
      + "than 30 s after the start.",
    source: "Bronson et al., Metastable Failures in Distributed Systems, HotOS 2021"),
  MetricDefinition(
    "clear_s", "s",
    "Clear: the latest end of a fault that keeps clients from connecting; without such a fault the "
      + "begin of the last fault, and 0 without faults. Undefined where one has no end."),
  MetricDefinition("end_s", "s", "When the run ended, in virtual time."),
]
