import Testing

@testable import Studies

@Suite("The order in which jobs are begun") struct TurnsTests {
  @Test func asTheyCome() {
    #expect(turns([], threads: 2) == [])
    #expect(turns([5], threads: 2) == [0])
    #expect(turns([0, 0, 0], threads: 3) == [0, 1, 2])
    // None of eight is half of what a thread has to do, until four are left.
    #expect(turns(Array(repeating: 7, count: 8), threads: 2) == [0, 1, 2, 3, 4, 5, 6, 7])
  }

  @Test func aDearOneIsBegunInTime() {
    #expect(turns([1, 1, 1, 1, 100], threads: 2) == [4, 0, 1, 2, 3])
    #expect(turns([8, 8, 8, 8, 8, 8, 8, 8, 17], threads: 2) == [0, 1, 8, 2, 3, 4, 5, 6, 7])
    // With one thread it makes no difference but at the end.
    #expect(turns([3, 3, 3, 3, 3, 3, 3, 4], threads: 1).prefix(6) == [0, 1, 2, 3, 4, 5])
  }

  /// Whoever is free takes the next: no thread waits for longer than half a fair share.
  @Test func noThreadIsLeftAlone() {
    for seed in 0..<200 {
      var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
      let costs = (0..<12).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return Int(state >> 58) * Int(state >> 58)
      }
      for threads in 2...5 {
        let order = turns(costs, threads: threads)
        #expect(order.sorted() == Array(costs.indices))
        var busy = Array(repeating: 0, count: threads)
        for job in order { busy[busy.firstIndex(of: busy.min()!)!] += costs[job] }
        let share = Double(costs.reduce(0, +)) / Double(threads)
        #expect(Double(busy.max()!) <= max(Double(costs.max()!), 0) + share)
        #expect(Double(busy.max()!) <= 1.5 * max(share, Double(costs.max()!)))
      }
    }
  }
}
