// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses the library pays for the benchmark harness.
let package = Package(
  name: "squall-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "squall", path: "../"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "EventQueue",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "VirtualTime", package: "squall"),
      ],
      path: "Benchmarks/EventQueue",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Storm",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Simulator", package: "squall"),
      ],
      path: "Benchmarks/Storm",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
