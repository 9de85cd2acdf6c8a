import Primitives

/// One step of a compiled formula: it pops its operands from the stack and pushes its result.
enum Instruction: BitwiseCopyable, Hashable, Sendable {
  case constant(Double)
  case failures, previous, elapsed, retryAfter
  case add, subtract, multiply, divide, power, negate
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  case minimum, maximum
  case exponential, logarithm, floor, ceiling, round, magnitude
  /// Pops the bounds; the payload is the index of the draw.
  case uniform(UInt32)
  /// Pops mean and deviation; the payload is the index of the draw.
  case normal(UInt32)
  /// Continues at an absolute position.
  case jump(Int32)
  /// Pops a condition and continues at an absolute position where it is 0.
  case jumpIfZero(Int32)
  /// Skips `min(x - 1, count)` of the jumps that follow it.
  case select(Int32)
  /// Ends the evaluation: give up.
  case stop
}

/// A compiled formula: a flat list of instructions for a stack of fixed size.
struct Program: Hashable, Sendable {
  var instructions: [Instruction] = []
  /// How many draw indices the formula owns; both branches of an `if` count.
  var draws: UInt32 = 0

  /// Values on the stack at most. 128 doubles are 1 KiB, which the compiler keeps on the stack.
  static let stackSize = 128

  /// The value in seconds, unchecked; nil where the formula gives up.
  func run(in situation: Situation, random: RandomStream) -> Double? {
    instructions.withUnsafeBufferPointer { code in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.stackSize) { memory in
        var stack = ValueStack(memory: memory)
        var position = 0
        while position < code.count {
          let instruction = code[position]
          position += 1
          switch instruction {
          case .stop: return nil
          case .jump(let target): position = Int(target)
          case .jumpIfZero(let target): if stack.pop() == 0 { position = Int(target) }
          case .select(let count):
            position += min(max(Int(situation.failures), 1) - 1, Int(count))
          case .uniform(let index):
            let high = stack.pop()
            let low = stack.pop()
            stack.push(low + (high - low) * random.uniform(at: random.index &+ index))
          case .normal(let index):
            let deviation = stack.pop()
            let mean = stack.pop()
            // The lowest draw, 0, would be minus infinity: half a step up instead.
            let p = max(random.uniform(at: random.index &+ index), 0x1p-54)
            stack.push(mean + deviation * normalQuantile(p))
          default: stack.apply(instruction, in: situation)
          }
        }
        return stack.pop()
      }
    }
  }
}

/// The operand stack of one evaluation. It never overflows: the parser has counted its depth.
private struct ValueStack {
  let memory: UnsafeMutableBufferPointer<Double>
  var count = 0

  init(memory: UnsafeMutableBufferPointer<Double>) { self.memory = memory }

  mutating func push(_ value: Double) {
    memory[count] = value
    count += 1
  }

  mutating func pop() -> Double {
    count -= 1
    return memory[count]
  }

  mutating func apply(_ instruction: Instruction, in situation: Situation) {
    switch instruction {
    case .constant(let value): push(value)
    case .failures: push(Double(situation.failures))
    case .previous: push(situation.previous)
    case .elapsed: push(situation.elapsed)
    case .retryAfter: push(situation.retryAfter)
    case .negate: push(-pop())
    case .exponential: push(portableExp(pop()))
    case .logarithm: push(portableLog(pop()))
    case .floor: push(pop().rounded(.down))
    case .ceiling: push(pop().rounded(.up))
    case .round: push(pop().rounded(.toNearestOrAwayFromZero))
    case .magnitude: push(pop().magnitude)
    default:
      let b = pop()
      push(combined(instruction, pop(), b))
    }
  }

  private func combined(_ instruction: Instruction, _ a: Double, _ b: Double) -> Double {
    switch instruction {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .power: portablePow(a, b)
    // A value that is not a number must come through, or `min` would hide it.
    case .minimum: a.isNaN || b.isNaN ? .nan : Swift.min(a, b)
    case .maximum: a.isNaN || b.isNaN ? .nan : Swift.max(a, b)
    case .less: a < b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .greaterOrEqual: a >= b ? 1 : 0
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    default: preconditionFailure("not an operator of two values")
    }
  }
}
