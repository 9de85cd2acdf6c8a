import Primitives

extension Catalogue {
  /// The four formulas of the AWS architecture blog, with base 1 s and cap 20 s.
  static let literature: [CatalogueEntry] = [
    CatalogueEntry(
      "aws-expo", "AWS blog, exponential",
      Formula(catalogued: "min(20s, 2^x)"), source: simulator,
      note: "No jitter."),
    CatalogueEntry(
      "aws-full", "AWS blog, full jitter",
      Formula(catalogued: "uniform(0s, min(20s, 1s * 2^x))"), source: simulator),
    CatalogueEntry(
      "aws-equal", "AWS blog, equal jitter",
      Formula(catalogued: "min(20s, 2^x) * uniform(0.5, 1)"), source: simulator),
    CatalogueEntry(
      "aws-decorr", "AWS blog, decorrelated jitter",
      Formula(catalogued: "min(20s, uniform(1s, 3 * max(prev, 1s)))"), source: simulator),
  ]

  private static let simulator =
    "aws-samples/aws-arch-backoff-simulator src/backoff_simulator.py"
}
