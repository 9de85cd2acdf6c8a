import Faults
import MallocCounter
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("What a client of each system costs")
struct SystemsMemoryTests {
  private func allocations(_ world: FleetWorld) throws -> (count: Int, events: Int) {
    let plan = world.plan
    let before = malloc_counter_value()
    let run = try simulate(plan, world.fleet)
    return (Int(malloc_counter_value() - before), run.course.events)
  }

  static var fleets: [Fleet] {
    get throws {
      let stoat = try BackoffPolicyForTests.parse("stoat-web")
      return [
        .stoat([stoat]), .chatSocket([ChatSocketConfiguration()]), .primer([PrimerConfiguration()]),
        .appExtension([AppExtensionConfiguration()]),
        .mixed([
          .stoat(stoat), .chatSocket(ChatSocketConfiguration()), .primer(PrimerConfiguration()),
          .appExtension(AppExtensionConfiguration()),
        ]),
      ]
    }
  }

  /// Twice the time, with everything that users and backend do: a hundred thousand events more may
  /// cost the doubling of a few series, no more.
  @Test(.enabled(if: isRelease && malloc_counter_works() != 0), arguments: 0..<5)
  func theLoopAllocatesNothingPerEvent(fleet: Int) throws {
    var behaviour = Behaviour()
    behaviour.app = Alternation(on: .about(seconds: 60), off: .about(seconds: 60))
    behaviour.screens = Alternation(on: .about(seconds: 60), off: .about(seconds: 30))
    behaviour.listeners = Alternation(on: .about(seconds: 60), off: .about(seconds: 30))
    behaviour.actions = .about(seconds: 5)
    behaviour.launches = .about(seconds: 120)
    behaviour.firstScreen = 3
    behaviour.pushes = .poisson(mean: .seconds(5))
    let fleets = try Self.fleets
    #expect(fleets.count == 5, "each is an argument")
    var world = FleetWorld(fleets[fleet], behaviour)
    world.clients = 1_000
    world.faults = [outage(at: 60, for: 60), fault(at: 200, for: 60, .background, .share(0.5))]
    world.duration = .minutes(15)
    let short = try allocations(world)
    world.duration = .minutes(30)
    let long = try allocations(world)
    #expect(long.events - short.events >= 100_000)
    #expect(long.count - short.count < 250, "\(long.count - short.count) allocations")
  }
}
