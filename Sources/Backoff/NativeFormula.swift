import Primitives

/// The formulas of real clients that the formula language cannot say, because one draw decides two
/// things, a draw is made once in a lifetime, or the age of the previous attempt is part of it.
/// Sources: the catalogue entries of the same names.
enum NativeFormula: String, BitwiseCopyable, Hashable, Sendable, CaseIterable {
  case socketIO
  case reconnectingWebSocket
  case natsJS
  case firebase
  case pollyV2

  /// The formula in words close to the language.
  var text: String {
    switch self {
    case .socketIO:
      "min(5s, d + s * floor(0.5 * r * d)), d = 1s * 2^(x - 1), s = 1 if floor(10 * r) is odd"
        + " else -1, one draw r"
    case .reconnectingWebSocket:
      "min(10s, m * 1.3^(x - 1)), m = uniform(1s, 5s) drawn once per client"
    case .natsJS:
      "max(0s, 2s + floor(uniform(0, 101)) * 1ms - age of the previous attempt)"
    case .firebase:
      "uniform(0, 1) * max(0s, min(300s, 1.3^(x - 1)) - age of the previous attempt)"
    case .pollyV2:
      "(F(x) - F(x - 1)) / 1.4, F = 2^t * tanh(sqrt(4 * t)), t = x - 1 + uniform(0, 1)"
    }
  }

  /// True if the age of the previous attempt is already taken off the delay.
  var subtractsAge: Bool { self == .natsJS || self == .firebase }

  /// - Parameters:
  ///   - fraction: this attempt's draw, in [0, 1).
  ///   - perClient: the client's draw, in [0, 1).
  func draw(in situation: Situation, fraction: Double, perClient: Double) -> DelayDraw {
    let exponent = Double(max(situation.failures, 1) - 1)
    switch self {
    case .socketIO: return DelayDraw(Self.socketIO(exponent, fraction))
    case .reconnectingWebSocket:
      return DelayDraw(min(10, (1 + 4 * perClient) * portablePow(1.3, exponent)))
    case .natsJS:
      let delay = 2 + (fraction * 101).rounded(.down) / 1_000
      return DelayDraw(max(0, delay - situation.age))
    case .firebase:
      let delay = min(portablePow(1.3, exponent), 300)
      return DelayDraw(fraction * max(0, delay - situation.age))
    case .pollyV2: return Self.pollyV2(exponent, fraction, before: situation.previous)
    }
  }

  /// The deviation and its sign come from the same draw, and the cap comes after both.
  private static func socketIO(_ exponent: Double, _ r: Double) -> Double {
    // At 2^40 the cap decides in any case; without a limit infinity minus infinity would not.
    let milliseconds = 1_000 * portablePow(2, min(exponent, 40))
    let deviation = (r * 0.5 * milliseconds).rounded(.down)
    let isLater = Int(r * 10) % 2 == 1
    return min(isLater ? milliseconds + deviation : milliseconds - deviation, 5_000) / 1_000
  }

  /// Successive differences of a smooth curve at jittered points; the memory is the last point.
  private static func pollyV2(
    _ exponent: Double, _ fraction: Double, before: Double
  ) -> DelayDraw {
    let t = exponent + fraction
    let point = portablePow(2, t) * portableTanh((4 * t).squareRoot())
    // The memory is rounded to the microsecond, so two close points may seem to be out of order.
    return DelayDraw(delay: max(0, point - before) / 1.4, memory: point)
  }
}

extension DelayDraw {
  fileprivate init(_ delay: Double) { self.init(delay: delay, memory: delay) }
}
