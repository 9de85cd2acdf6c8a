import NetworkModel
import Primitives

/// The built-in network paths.
///
/// Published figures are round-trip times; half of one is the one-way median here. The spread is
/// the figure's own (from two of its percentiles, or its stated deviation), so that of a round trip
/// made of two draws is a little narrower. The figures are of many devices: of the access networks in
/// which some are near and some far, half of the spread (of the variance of the logarithm) is taken to
/// lie between clients. Burst losses appear as independent ones of the same mean.
package enum NetworkProfiles {
  /// Zero latency, no round trips, no loss: for runs that are checked against arithmetic.
  package static let ideal = NetworkDescription(
    profile: "ideal", latency: .constant(.zero), setup: .none, loss: 0)

  /// In the order they are offered.
  package static let all: [NetworkDescription] = [
    ideal,
    // Cable and fibre access: round trip about 20 ms, 60 ms at the 99th percentile.
    path("fibre", .milliseconds(10), sigma: 0.47, loss: 0.0005),
    // A Wi-Fi hop before a fibre line. WiFiSeer (MobiSys 2016): the hop adds 3 ms in the median,
    // 20 ms at the 90th, 250 ms at the 99th percentile. Loss: the stationary mean of a
    // Gilbert-Elliott channel with p = 0.005, r = 0.3.
    path("wifi", .microseconds(11_500), sigma: 0.8, own: 0.5, loss: 0.0164),
    // The default. Field round trips are 50 to 120 ms (5G/6G Academy 12.3.5: 30 to 80 ms on the
    // radio side); 50 ms each way stands for a phone far from the data centre.
    path("lte", .milliseconds(50), sigma: 0.5, own: 0.5, loss: 0.001),
    // arXiv 2507.18834 (content delivery network data): median about 30 ms.
    path("5g", .milliseconds(15), sigma: 0.5, own: 0.5, loss: 0.001),
    // The usual emulation tables (Loadero, comcast): 250 +- 50 ms, 0.5 to 1.5 % loss.
    path("3g", .milliseconds(125), sigma: 0.2, own: 0.5, loss: 0.01),
    // The same tables: 300 to 650 +- 100 ms, 1 to 2 % loss.
    path("edge", .microseconds(237_500), sigma: 0.21, own: 0.5, loss: 0.015),
    // APNIC, November 2022, Belgium: round trips of 50 ms in the median, 40 and 60 ms at the quartiles, 20 ms at
    // least. The loss of 1 % is assumed: no measurement since 2024 was found.
    path("starlink", .milliseconds(25), sigma: 0.3, own: 0.5, loss: 0.01),
    // LTE at the edge of a cell: loss as in a Gilbert-Elliott channel with p = 0.01, r = 0.1 that
    // loses 70 % in its bad state. Being cut off altogether is a fault, not a path.
    path("tunnel", .milliseconds(50), sigma: 0.8, loss: 0.064),
  ]

  package static let names: [String] = all.map(\.profile)

  package static let `default`: NetworkDescription = named("lte") ?? ideal

  package static func named(_ name: String) -> NetworkDescription? {
    all.first { $0.profile == name }
  }

  private static func path(
    _ name: String, _ median: Interval, sigma: Double, own: Double = 0, loss: Double
  ) -> NetworkDescription {
    NetworkDescription(
      profile: name, latency: .lognormal(median: median, sigma: sigma, own: own), setup: .usual,
      loss: loss)
  }
}
