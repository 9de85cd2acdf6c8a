import Primitives

/// The reduced form of a formula after a given number of failures.
///
/// The formulas of most real clients are then a number, or one uniform draw between two numbers and
/// a few operations with a number after it. The known part of the calculation is done once. The
/// part that depends on the draw is done in the order of the program, operation for operation. So
/// the result is that of the program to the last bit.
struct FoldedDelay: BitwiseCopyable, Sendable {
  /// Numbers of failures for which a formula is folded: 1 ... 64.
  static let rows = 64
  /// Operations after the draw and its factor at most: those of the catalogue have two.
  private static let mostSteps = 3

  private enum Shape: UInt8, BitwiseCopyable, Sendable { case number, line, program }

  private var shape = Shape.program
  private var stepCount: UInt8 = 0
  /// Index of the draw.
  private var index: UInt32 = 0
  /// The number itself, or the value for a draw of 0; seconds in most formulas.
  private var low = 0.0
  /// How much more a draw of 1 would give.
  private var span = 0.0
  /// The factor by which the draw's value is multiplied before the steps; 1 changes no value.
  private var factor = 1.0
  private var first = FoldedStep()
  private var second = FoldedStep()
  private var third = FoldedStep()

  /// The value before the steps; nil where only the program can tell.
  @inline(__always)
  func start(_ random: RandomStream) -> Double? {
    switch shape {
    case .number: low
    case .line: (low + span * random.uniform(at: random.index &+ index)) * factor
    case .program: nil
    }
  }

  /// True if the value is not yet that of the formula.
  @inline(__always)
  var hasSteps: Bool { stepCount > 0 }

  /// The formula's value from that before the steps.
  @inline(never)
  func finished(_ start: Double) -> Double {
    var value = first.applied(to: start)
    if stepCount > 1 { value = second.applied(to: value) }
    if stepCount > 2 { value = third.applied(to: value) }
    return value
  }
}

/// An operation of a value that depends on a draw with a number, or on that value alone.
private struct FoldedStep: BitwiseCopyable, Sendable {
  var operation = Instruction.stop
  /// Unused where the operation takes one value.
  var operand = 0.0
  var isOperandFirst = false

  func applied(to value: Double) -> Double {
    let result =
      isOperandFirst ? operation.result(operand, value) : operation.result(value, operand)
    // Only operations are made steps.
    return result ?? .nan
  }
}

// MARK: Folding

extension FoldedDelay {
  /// Follows a program with the number of failures put in. If numbers and one draw are not enough
  /// for it, the program stays.
  init(_ program: [Instruction], after failures: UInt32) {
    var stack: [FoldedDelay] = []
    var position = 0
    while position < program.count {
      let instruction = program[position]
      position += 1
      switch instruction {
      case .constant(let value): stack.append(FoldedDelay(number: value))
      case .failures: stack.append(FoldedDelay(number: Double(failures)))
      // Values that only the moment decides.
      case .previous, .elapsed, .retryAfter, .code, .normal: return
      // A client stops once: no need to be fast.
      case .stop: return
      case .jump(let target): position = Int(target)
      case .jumpIfZero(let target):
        guard let condition = stack.removeLast().number, !condition.isNaN else { return }
        if condition == 0 { position = Int(target) }
      case .select(let count): position += selected(count, after: failures)
      case .uniform(let index):
        guard let high = stack.removeLast().number, let low = stack.removeLast().number
        else { return }
        stack.append(FoldedDelay(low: low, span: high - low, index: index))
      case .negate, .exponential, .logarithm, .floor, .ceiling, .round, .magnitude:
        guard let result = stack.removeLast().folded(instruction) else { return }
        stack.append(result)
      case .add, .subtract, .multiply, .divide, .power, .minimum, .maximum,
        .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual:
        let b = stack.removeLast()
        guard let result = stack.removeLast().folded(instruction, with: b) else { return }
        stack.append(result)
      }
    }
    self = stack.removeLast()
  }

  private init(number: Double) {
    shape = .number
    low = number
  }

  private init(low: Double, span: Double, index: UInt32) {
    shape = .line
    (self.low, self.span, self.index) = (low, span, index)
  }

  private var number: Double? { shape == .number ? low : nil }

  /// An operation that takes this value alone; nil where that is too long a line.
  private func folded(_ operation: Instruction) -> FoldedDelay? {
    if let number { return operation.result(number, 0).map(FoldedDelay.init(number:)) }
    return adding(FoldedStep(operation: operation))
  }

  /// An operation with `other` on its right; nil where both depend on a draw, or it is too long a line.
  private func folded(_ operation: Instruction, with other: FoldedDelay) -> FoldedDelay? {
    switch (number, other.number) {
    case (let a?, let b?): operation.result(a, b).map(FoldedDelay.init(number:))
    case (let a?, nil):
      other.adding(FoldedStep(operation: operation, operand: a, isOperandFirst: true))
    case (nil, let b?): adding(FoldedStep(operation: operation, operand: b))
    case (nil, nil): nil
    }
  }

  private func adding(_ step: FoldedStep) -> FoldedDelay? {
    var longer = self
    // Which factor stands first decides nothing.
    if case .multiply = step.operation, stepCount == 0, factor == 1 {
      longer.factor = step.operand
      return longer
    }
    guard stepCount < Self.mostSteps else { return nil }
    switch stepCount {
    case 0: longer.first = step
    case 1: longer.second = step
    default: longer.third = step
    }
    longer.stepCount += 1
    return longer
  }
}
