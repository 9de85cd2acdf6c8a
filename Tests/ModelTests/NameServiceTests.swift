import NetworkModel
import Primitives
import Testing
import VirtualTime

@Suite("The cache of a name's resolver")
struct NameServiceTests {
  private let random = RandomSource(seed: 21)

  /// A client that has been served by its cache for s has no answer any more with probability min(1, s/ttl):
  /// the moments of the turns are spread evenly.
  @Test(arguments: [(10.0, 1.0 / 6), (30.0, 0.5), (59.0, 59.0 / 60), (60.0, 1.0)])
  func turnsWithin(_ seconds: Double, _ expected: Double) {
    let service = NameService(NameDescription(ttl: .seconds(60)))
    let clients = 20_000
    let begin = Instant.start + .seconds(137)
    let turned = (0..<UInt32(clients)).count { client in
      let cache = service.cache(of: client, random)
      return cache.cycle(at: begin) != cache.cycle(at: begin + Interval(seconds: seconds))
    }
    let error = (expected * (1 - expected) / Double(clients)).squareRoot()
    #expect(abs(Double(turned) / Double(clients) - expected) <= 4 * error)
  }

  /// A cycle begins at its turn and takes one ttl, also before the begin of the run.
  @Test func aCycleBeginsAtItsTurn() {
    let service = NameService(NameDescription(ttl: .seconds(60)))
    for client in 0..<UInt32(200) {
      let cache = service.cache(of: client, random)
      for cycle in -3...3 as ClosedRange<Int32> {
        let turn = cache.turn(cycle)
        #expect(cache.cycle(at: turn) == cycle)
        #expect(cache.cycle(at: turn - .nanoseconds(1)) == cycle - 1)
        #expect(cache.turn(cycle + 1) == turn + .seconds(60))
      }
      #expect(cache.turn(0) >= .start && cache.turn(0) < .start + .seconds(60))
    }
  }

  /// Ten resolvers turn at ten moments, and each has about a tenth of the clients.
  @Test func clientsOfOneResolverTurnTogether() {
    let service = NameService(NameDescription(ttl: .seconds(60), resolvers: 10))
    var clients: [Instant: Int] = [:]
    for client in 0..<UInt32(10_000) {
      clients[service.cache(of: client, random).turn(0), default: 0] += 1
    }
    #expect(clients.count == 10)
    // Four standard errors of a tenth of 10,000.
    for count in clients.values { #expect(abs(count - 1_000) <= 120) }
    let others = NameService(NameDescription(ttl: .seconds(60), resolvers: 10), firstResolver: 10)
    let theirs = Set((0..<UInt32(1_000)).map { others.cache(of: $0, random).turn(0) })
    #expect(theirs.isDisjoint(with: clients.keys))
  }
}
