let gatewayDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "wasted_work_share", "share",
    "Busy time of all stations spent on attempts that never became ready, over all of it; attempts "
      + "unfinished at the end are in neither. Undefined where no work was done."),
  MetricDefinition(
    "goodput_share", "share", "1 - wasted_work_share. Undefined with it."),
  MetricDefinition(
    "queue_peak", "count",
    "Most requests that ever waited at one moment at the stations of one role."),
  MetricDefinition(
    "shed", "count", "Attempts that admission turned away."),
  MetricDefinition(
    "accept_overflow", "count",
    "First packets dropped in silence because the listener's backlog was full."),
  MetricDefinition(
    "stations", "count",
    "What happened at each station of the gateway: handshake and ready (all nodes together), auth "
      + "and api (shared)."),
  MetricDefinition("stations.arrivals", "count", "Requests that came to the station."),
  MetricDefinition("stations.served", "count", "Services finished."),
  MetricDefinition(
    "stations.abandoned", "count", "Requests taken back or thrown away while they waited."),
  MetricDefinition(
    "stations.wait", "distribution",
    "From a request's coming to the begin of its service. Requests that were never served are not "
      + "in it."),
  MetricDefinition(
    "stations.utilisation", "share",
    "Mean busy share of the servers over the whole run. Undefined where they are unlimited."),
  MetricDefinition(
    "stations.queue_mean", "ratio", "Mean number of waiting requests over the whole run."),
  MetricDefinition(
    "stations.queue_peak", "count", "Most requests that ever waited at one moment, over all nodes."),
]
