// swift-tools-version: 6.2
import PackageDescription

// Tests of whole storms take minutes where they are not optimised. With SQUALL_TESTS=optimised in the
// environment the test targets are those that need a release build and look into no module, so that
// they are built on top of the one of `swift build -c release`:
//
//     SQUALL_TESTS=optimised swift test -c release --disable-testable-imports
//
// With SQUALL_FUZZER in the environment there is also the program that .ci/fuzz builds.
let testsAreOptimised = Context.environment["SQUALL_TESTS"] == "optimised"

// The targets stand in the order of the map in README.md: arrows only ever point down.
let package = Package(
  name: "squall",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Sessions", targets: ["Sessions"]),
    .library(
      name: "Simulator",
      targets: ["Simulator", "Faults", "GatewayModel", "NetworkModel", "VirtualTime"]),
    .executable(name: "simulate", targets: ["simulate"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The standard library's rounding calls into libm, which nothing below Foundation links.
    .target(
      name: "Primitives",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "Words", dependencies: ["Primitives"]),
    .target(name: "Backoff", dependencies: ["Primitives", "Words"]),
    .target(name: "Sessions", dependencies: ["Primitives", "Backoff"]),
    // Prefetching and large pages, which Swift cannot express.
    .target(name: "CHints"),
    .target(
      name: "VirtualTime",
      dependencies: [
        "Primitives", "CHints", .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .target(
      name: "Measurements",
      dependencies: [
        "Primitives",
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .target(name: "NetworkModel", dependencies: ["Primitives", "VirtualTime"]),
    .target(
      name: "GatewayModel",
      dependencies: [
        "Primitives", "VirtualTime", "Measurements",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),
    .target(name: "Faults", dependencies: ["Primitives", "VirtualTime"]),
    .target(
      name: "Simulator",
      dependencies: [
        "Primitives", "Backoff", "Sessions", "VirtualTime", "Measurements", "NetworkModel",
        "GatewayModel", "Faults", "CHints",
      ]),
    .target(name: "Metrics", dependencies: ["Simulator", "Words"]),
    .target(name: "Systems", dependencies: ["Metrics"]),
    .target(
      name: "Scenarios",
      dependencies: [
        "Systems", .product(name: "SwiftCSV", package: "SwiftCSV"),
        .product(name: "Yams", package: "Yams"),
      ],
      resources: [.embedInCode("BuiltIn")]),
    .target(name: "Documents", dependencies: ["Metrics"]),
    // One run, and what it shows.
    .target(name: "Findings", dependencies: ["Scenarios", "Documents"]),
    .target(name: "Studies", dependencies: ["Findings"]),
    .target(name: "Verdicts", dependencies: ["Studies"]),
    .target(name: "Charts", dependencies: ["Words"]),
    .target(
      name: "Pages",
      dependencies: [
        "Charts", "Systems", "Documents", .product(name: "Mustache", package: "swift-mustache"),
      ]),
    .target(name: "Store", dependencies: ["Verdicts", "Pages"]),
    // Files for Slurm, Kubernetes and their like.
    .target(
      name: "Jobs",
      dependencies: ["Documents", .product(name: "Mustache", package: "swift-mustache")]),
    .target(
      name: "Text",
      dependencies: [
        "Store", "Jobs", .product(name: "TextTable", package: "TextTable"),
      ]),
    // The command line where there is no /proc.
    .target(name: "CArguments"),
    .executableTarget(
      name: "simulate",
      dependencies: [
        "Text", "CArguments",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      plugins: ["CommitPlugin"]),
    .plugin(
      name: "CommitPlugin", capability: .buildTool(), exclude: ["commit.sh", "archived-commit"]),
    .target(name: "MallocCounter", path: "Tests/Support/MallocCounter"),
    // Random scenarios, for tests that look for what nobody thought of.
    .target(name: "Worlds", dependencies: ["Scenarios"], path: "Tests/Support/Worlds"),
    // Scenarios, runs and sweeps made up by hand, which several test targets look at.
    .target(name: "TestRuns", dependencies: ["Text"], path: "Tests/Support/TestRuns"),
    // A second program for the same model, which shares nothing with the first.
    .target(name: "SecondSimulator", path: "Tests/Support/SecondSimulator"),
    // The readers of what comes from outside, for a fuzzer and for its corpus.
    .target(name: "FuzzedReaders", dependencies: ["Store"], path: "Tests/Support/FuzzedReaders"),
  ] + testsOfBoth + (testsAreOptimised ? testsOfStorms : testsOfParts) + fuzzers,
  swiftLanguageModes: [.v6]
)

/// In a release build with more seeds.
var testsOfBoth: [Target] {
  [
    .testTarget(name: "SimulatorTests", dependencies: ["Simulator", "MallocCounter"]),
    .testTarget(
      name: "CommandTests",
      dependencies: ["Pages", "Text", .product(name: "Yams", package: "Yams")],
      exclude: ["Fixtures"]),
  ]
}

var testsOfParts: [Target] {
  [
    .testTarget(name: "PrimitivesTests", dependencies: ["Primitives"]),
    .testTarget(name: "WordsTests", dependencies: ["Words"]),
    // Reads the sources.
    .testTarget(name: "HouseTests"),
    .testTarget(
      name: "BackoffTests", dependencies: ["Backoff"], resources: [.copy("Fixtures")]),
    .testTarget(
      name: "SessionsTests", dependencies: ["Sessions"], resources: [.copy("Fixtures")]),
    .testTarget(name: "VirtualTimeTests", dependencies: ["VirtualTime"]),
    .testTarget(name: "MeasurementsTests", dependencies: ["Measurements"]),
    .testTarget(name: "ModelTests", dependencies: ["Simulator"]),
    .testTarget(name: "FaultsTests", dependencies: ["Simulator"]),
    .testTarget(name: "MetricsTests", dependencies: ["Metrics"]),
    .testTarget(
      name: "SystemsTests", dependencies: ["Systems"], resources: [.copy("Fixtures")]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts"]),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents"]),
    .testTarget(name: "PagesTests", dependencies: ["Pages"]),
    .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "TestRuns"]),
    .testTarget(name: "FindingsTests", dependencies: ["Findings", "TestRuns"]),
    .testTarget(name: "StudiesTests", dependencies: ["Studies", "TestRuns", "Worlds"]),
    .testTarget(
      name: "VerdictsTests", dependencies: ["Verdicts", "TestRuns"], exclude: ["Fixtures"]),
    .testTarget(name: "StoreTests", dependencies: ["Store", "TestRuns", "FuzzedReaders"]),
    .testTarget(
      name: "TextTests",
      dependencies: ["Text", "TestRuns", .product(name: "SwiftCSV", package: "SwiftCSV")]),
  ]
}

var testsOfStorms: [Target] {
  [
    .testTarget(name: "StormTests", dependencies: ["Text"]),
    // Holds the model of retransmission against the kernel of this machine.
    .executableTarget(name: "KernelTCP", path: "Tests/Support/KernelTCP"),
    .testTarget(name: "KernelTests", dependencies: ["NetworkModel", "KernelTCP"]),
    // Attacks the built program from outside.
    .testTarget(name: "HarnessTests", dependencies: ["Studies", "Text"]),
    .testTarget(
      name: "StatisticalTests",
      dependencies: [
        "Text", "SecondSimulator", "Worlds",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),
  ]
}

/// Has no main function but that of libFuzzer.
var fuzzers: [Target] {
  guard Context.environment["SQUALL_FUZZER"] != nil else { return [] }
  return [
    .executableTarget(
      name: "Fuzzer", dependencies: ["FuzzedReaders"], path: "Tests/Fuzzer",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ]
}
