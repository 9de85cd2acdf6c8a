// A metric is one declaration in a file of this folder, or, where only the clients of one session
// system have it, in `Systems/Metrics`: its path, its unit, what it means and how it is read. It is
// reported where it stands.

/// The metrics that do not depend on the session systems of a fleet, in the order in which they are
/// reported.
package let commonMetrics: [MetricDeclaration] =
  loadMetrics + arrivalMetrics + recoveryMetrics + outcomeMetrics + gatewayMetrics + stormMetrics
