import Primitives

// The results of the operations of the formula language, for the stack machine and for folded
// formulas.

/// A value that is not a number must come through, or `min` would hide it.
@inline(__always)
func minimum(_ a: Double, _ b: Double) -> Double { a.isNaN || b.isNaN ? .nan : Swift.min(a, b) }

@inline(__always)
func maximum(_ a: Double, _ b: Double) -> Double { a.isNaN || b.isNaN ? .nan : Swift.max(a, b) }

/// 1 or 0 for a comparison of two values. A value that is not a number compares with nothing, and
/// comes through.
@inline(__always)
func truth(_ a: Double, _ b: Double, _ isTrue: Bool) -> Double {
  a.isNaN || b.isNaN ? .nan : isTrue ? 1 : 0
}

/// How many of the `count` jumps after a selection are skipped.
@inline(__always)
func selected(_ count: Int32, after failures: UInt32) -> Int {
  min(max(Int(failures), 1) - 1, Int(count))
}

extension Instruction {
  /// Returns the result of an operation; one that takes one value takes `a`. nil for instructions
  /// that are no operation on values.
  func result(_ a: Double, _ b: Double) -> Double? {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .power: portablePow(a, b)
    case .minimum: Backoff.minimum(a, b)
    case .maximum: Backoff.maximum(a, b)
    case .less: truth(a, b, a < b)
    case .lessOrEqual: truth(a, b, a <= b)
    case .greater: truth(a, b, a > b)
    case .greaterOrEqual: truth(a, b, a >= b)
    case .equal: truth(a, b, a == b)
    case .notEqual: truth(a, b, a != b)
    case .negate: -a
    case .exponential: portableExp(a)
    case .logarithm: portableLog(a)
    case .floor: a.rounded(.down)
    case .ceiling: a.rounded(.up)
    case .round: a.rounded(.toNearestOrAwayFromZero)
    case .magnitude: a.magnitude
    case .constant, .failures, .previous, .elapsed, .retryAfter, .code, .uniform, .normal,
      .jump, .jumpIfZero, .select, .stop:
      nil
    }
  }
}
