import Primitives
import Testing

@testable import GatewayModel

@Suite("Limits of concurrency") struct LimitTests {
  struct Step: Sendable {
    let milliseconds: Int
    let inflight: Int
    var isDropped = false
    /// The limit after each of as many samples.
    let limits: [Double]
  }

  @Test func vegasFollowsItsTable() {
    let table = [
      Step(milliseconds: 100, inflight: 20, limits: [20]),
      Step(milliseconds: 100, inflight: 30, limits: [26, 32, 38, 44, 50]),
      Step(milliseconds: 150, inflight: 60, limits: [49, 48, 47, 46, 45, 44]),
      Step(milliseconds: 300, inflight: 60, limits: [43, 42, 41, 40]),
      Step(milliseconds: 100, inflight: 10, limits: [40, 40]),
      Step(milliseconds: 105, inflight: 60, limits: [41, 42, 42]),
      Step(milliseconds: 100, inflight: 60, isDropped: true, limits: [41]),
    ]
    var vegas = Vegas(VegasDescription()) { _ in 0 }
    for step in table {
      for limit in step.limits {
        vegas.sample(
          .milliseconds(Int64(step.milliseconds)), inflight: step.inflight,
          isDropped: step.isDropped)
        #expect(vegas.limit == limit, "\(step.milliseconds) ms, \(step.inflight)")
      }
    }
  }

  @Test func vegasGrowsToItsMostWhereTimesStayTheSame() {
    var vegas = Vegas(VegasDescription()) { _ in 0 }
    for _ in 0..<89 { vegas.sample(.milliseconds(100), inflight: 1_000) }
    #expect(vegas.limit < 1_000)
    vegas.sample(.milliseconds(100), inflight: 1_000)
    #expect(vegas.limit == 1_000)
  }

  @Test func gradientFollowsItsTable() {
    let table = [
      Step(
        milliseconds: 100, inflight: 20,
        limits: (1...12).map { 20 + 0.8 * Double($0) }),
      Step(
        milliseconds: 200, inflight: 25, limits: [28.9348, 28.3169, 27.7433, 27.2112, 26.7182]),
      Step(
        milliseconds: 1_000, inflight: 30, limits: [24.8463, 23.1617, 21.6455, 20.2810, 20]),
      Step(milliseconds: 100, inflight: 30, limits: [20.8, 21.6, 22.4, 23.2, 24]),
      Step(milliseconds: 20, inflight: 30, limits: [24.8, 25.6, 26.4]),
      Step(milliseconds: 100, inflight: 5, limits: [26.4, 26.4]),
    ]
    var gradient = Gradient2(Gradient2Description())
    for step in table {
      for limit in step.limits {
        gradient.sample(.milliseconds(Int64(step.milliseconds)), inflight: step.inflight)
        #expect(abs(gradient.limit - limit) < 1e-4, "\(step.milliseconds) ms, \(step.inflight)")
      }
    }
    #expect(abs(gradient.long / 1e6 - 98.8474) < 1e-4)
  }

  @Test func gradientGrowsToItsMostWhereTimesStayTheSame() {
    var gradient = Gradient2(Gradient2Description())
    for _ in 0..<224 { gradient.sample(.milliseconds(100), inflight: 1_000) }
    #expect(gradient.limit < 200)
    gradient.sample(.milliseconds(100), inflight: 1_000)
    #expect(gradient.limit == 200)
  }
}
