// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the library pays for the benchmark harness.
// The harness is built without its interposers: allocations are counted by the tests' counter.

/// The benchmarks of one folder.
func suite(_ name: String, folder: String? = nil, uses products: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "Benchmark", package: "benchmark"), "Harness"]
      + products.map { .product(name: $0, package: "squall") },
    path: "Benchmarks/\(folder ?? name)",
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
  name: "squall-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "squall", path: "../"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "AllocationCounter", path: "Support/AllocationCounter"),
    .target(
      name: "Harness",
      dependencies: ["AllocationCounter", .product(name: "Benchmark", package: "benchmark")],
      path: "Support/Harness"),
    suite("EventQueue", uses: ["Simulator"]),
    // The library has the name of the folder.
    suite("SessionMachines", folder: "Sessions", uses: ["Sessions"]),
    suite("Sampling", uses: ["Sessions", "Simulator"]),
    suite("Gateway", uses: ["Simulator"]),
    suite("Simulation", uses: ["Sessions", "Simulator"]),
    suite("Recorders", uses: ["Simulator"]),
  ],
  swiftLanguageModes: [.v6]
)
