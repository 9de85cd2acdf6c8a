import Foundation
import Primitives
import Testing

@Suite("Portable elementary functions against the C library")
struct ElementaryTests {
  @Test func expIsWithinFourUlps() {
    for i in -7000...7090 {
      let x = Double(i) / 10 + 0.0137
      let expected = exp(x)
      #expect(abs(portableExp(x) - expected) <= 4 * expected.ulp, "exp(\(x))")
    }
    #expect(portableExp(0) == 1)
    #expect(portableExp(1000) == .infinity)
    #expect(portableExp(-1000) == 0)
    #expect(portableExp(.nan).isNaN)
  }

  /// Near 0 the difference e^x - 1 has lost its digits; this has not.
  @Test func exponentialLessOne() {
    for exponent in stride(from: -300.0, through: 2, by: 0.37) {
      let size = pow(10, exponent)
      for x in [size, -size] {
        let expected = expm1(x)
        #expect(abs(portableExpm1(x) - expected) <= 8 * expected.ulp, "expm1(\(x))")
      }
    }
    #expect(portableExpm1(0) == 0)
  }

  @Test func logIsWithinTwoUlps() {
    var x = 1e-300
    while x < 1e300 {
      let expected = log(x)
      #expect(abs(portableLog(x) - expected) <= 2 * abs(expected).ulp, "log(\(x))")
      x *= 1.37
    }
    #expect(portableLog(1) == 0)
    #expect(portableLog(0) == -.infinity)
    #expect(portableLog(-1).isNaN)
  }

  @Test func powersOfTwoAreExact() {
    for n in -1000...1000 { #expect(portablePow(2, Double(n)) == pow(2, Double(n))) }
    #expect(portablePow(2, 2000) == .infinity)
    #expect(abs(portablePow(2, 0.5) - 2.0.squareRoot()) <= 4e-16)
    #expect(portablePow(-2, 3) == -8)
    #expect(portablePow(-2, 0.5).isNaN)
    #expect(portablePow(0, 0) == 1)
    #expect(abs(portablePow(10, 0.3) - pow(10, 0.3)) < 1e-14)
  }

  /// Values from tables of the standard normal distribution, to 15 digits.
  @Test(arguments: [
    (1e-300, -37.0470964945383), (1e-5, -4.26489079392282), (0.3, -0.524400512708041),
    (0.5, 0.0), (0.925, 1.43953147093846), (0.975, 1.95996398454005), (0.9999, 3.71901648545568),
  ])
  func normalQuantileAgreesWithTables(p: Double, z: Double) {
    #expect(abs(normalQuantile(p) - z) <= 1e-8 * max(1, abs(z)))
  }

  /// The probability beyond what it finds, by the C library. A relative error of z of e is one of z^2 e
  /// in the probability, and z^2 is 84 at 2^-64.
  @Test func normalQuantileHoldsFarInTheTail() {
    for power in stride(from: 1.0, through: 66, by: 0.125) {
      let p = exp2(-power)
      let z = normalQuantile(p)
      #expect(abs(0.5 * erfc(-z / 2.0.squareRoot()) / p - 1) < 2e-13, "2^-\(power)")
    }
  }

  @Test func normalProbabilityInvertsTheQuantile() {
    for z in [-3.0, -1, 0, 0.5, 2, 4] {
      #expect(abs(normalProbability(z) - 0.5 * erfc(-z / 2.0.squareRoot())) < 1e-12)
    }
  }

  @Test func normalProbabilityHoldsFarInTheTail() {
    for step in 0...3_600 {
      let z = -Double(step) / 100
      let expected = 0.5 * erfc(-z / 2.0.squareRoot())
      #expect(abs(normalProbability(z) / expected - 1) < 1e-12, "\(z)")
      #expect(abs(normalProbability(-z) - (1 - expected)) < 1e-15, "\(-z)")
    }
  }
}
