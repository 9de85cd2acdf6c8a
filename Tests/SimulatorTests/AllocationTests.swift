import MallocCounter
import Primitives
import Simulator
import Testing

/// The loop allocates for what grows with virtual time or with the largest queue, never per event.
///
/// Counted in release builds only: an unoptimised generic keeps its temporaries on the heap.
@Suite("Allocations of the loop", .enabled(if: isOptimised && malloc_counter_works() != 0))
struct AllocationTests {
  func allocations(
    clients: Int, quietMinutes: Int64, isSkipping: Bool = true
  ) throws -> (count: Int, events: Int) {
    var world = World(clients: clients)
    world.network = steadyNetwork
    world.gateway = smallGateway
    world.faults = [outage(at: 60, for: 60)]
    world.duration = .minutes(quietMinutes)
    world.untilSettled = false
    var plan = world.plan
    plan.skipsQuietTime = isSkipping
    let configuration = try BackoffPolicyForTests.parse(world.backoff)
    let before = malloc_counter_value()
    let run = try simulateStoat(plan, configurations: [configuration])
    return (Int(malloc_counter_value() - before), run.course.events)
  }

  /// Twice the time, every heartbeat simulated or not: 240,000 more events may cost the doubling of a
  /// few series, no more.
  @Test(arguments: [true, false]) func quietTimeAllocatesNothing(isSkipping: Bool) throws {
    let short = try allocations(clients: 2_000, quietMinutes: 30, isSkipping: isSkipping)
    let long = try allocations(clients: 2_000, quietMinutes: 60, isSkipping: isSkipping)
    #expect(long.events - short.events >= 240_000)
    #expect(long.count - short.count < 200, "\(long.count - short.count) allocations")
  }

  /// Eight times the clients in the same storm: 7 x 40,000 more events, and only larger blocks.
  @Test func aLargerStormAllocatesLargerBlocksNotMore() throws {
    let small = try allocations(clients: 1_000, quietMinutes: 10)
    let large = try allocations(clients: 8_000, quietMinutes: 10)
    #expect(large.events - small.events > 280_000)
    #expect(large.count - small.count < 500, "\(large.count - small.count) allocations")
  }
}

private var isOptimised: Bool {
  #if DEBUG
    false
  #else
    true
  #endif
}
