import Testing

@Suite("What is printed fits a terminal of 80 columns", .enabled(if: isOptimised))
struct WidthTests {
  @Test(
    arguments: [
      "--help", "help run", "help sweep", "help tune", "help compare", "help backoffs",
      "help merge",
      "help replay", "help diagram", "help scenarios", "help validate", "help explain",
      "help schema",
      "help init", "help capacity", "help map", "help report", "backoffs", "backoffs aws-full",
      "scenarios",
      "scenarios --long",
      "explain outage", "explain recover.p99", "explain primer", "--clients 200",
      "mixed-fleet --clients 200", "--clients 200 --replications 3",
      "compare --clients 100 --backoff phoenix --backoff uniform(0s,min(20s,2^x)) --replications 3",
      "compare --clients 50 --all --replications 2 --worlds limits",
      "sweep --clients 50 --vary gateway.nodes=1,2 --vary faults.0.for=9s,10s --backoff aws-full"
        + " --backoff uniform(0s,min(20s,2^x))*uniform(0.9,1.1)+0.1s*x",
      "sweep --clients 50 --replications 2 --vary gateway.handshake.time=1ms,2ms --metric recover",
      "capacity --clients 100 --replications 2 --backoff aws-full --backoff uniform(0s,min(20s,2^x))*uniform(0.9,1.1)+0.1s*x"
        + " --slo recover.p99<60s --least gateway.nodes=1..8",
      "map --clients 200 --replications 1 --cells 8x4 --y gateway.nodes=1..16",
      "map --clients 100 --replications 1 --cells 100x3 --metric recover.p99",
      "tune --clients 50 --replications 2 --budget 200 --scenario gateway-restart --no-catalogue",
    ])
  func fits(line: String) throws {
    let place = try Workplace()
    let process = try place.start(line.split(separator: " ").map(String.init), columns: 80)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect([0, 3].contains(ending.status), "\(ending.messages)")
    // An option that is there to be pasted is not broken.
    let lines = ending.results.split(separator: "\n").filter { !$0.hasPrefix("  --backoff '") }
    #expect(lines.count > 1)
    #expect(lines.filter { $0.count > 80 } == [])
  }
}
