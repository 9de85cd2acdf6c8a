/// The metrics that do not depend on the session systems of a fleet, in the order in which they are
/// reported.
package let commonMetrics: [MetricDeclaration] =
  loadMetrics + arrivalMetrics + recoveryMetrics + outcomeMetrics + gatewayMetrics + stormMetrics
