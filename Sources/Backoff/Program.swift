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

/// A formula's instructions, as the parser makes them.
struct Program: Hashable, Sendable {
  var instructions: [Instruction] = []
  /// How many draw indices the formula owns; both branches of an `if` count.
  var draws: UInt32 = 0

  /// Values on the stack at most. 128 doubles are 1 KiB, which the compiler keeps on the stack.
  static let stackSize = 128
}

/// A compiled formula: a flat list of instructions for a stack of fixed size.
///
/// It is evaluated at every failure of every client, so its instructions stand at a fixed place and
/// nothing is counted or checked that the parser has made sure of.
struct CompiledProgram: BitwiseCopyable, Hashable, @unchecked Sendable {
  private let code: UnsafePointer<Instruction>
  private let count: Int32
  let draws: UInt32

  init(_ program: Program) {
    code = Interned(InstructionList(program.instructions)).value.base
    count = Int32(program.instructions.count)
    draws = program.draws
  }

  /// The value in seconds, unchecked; nil where the formula gives up.
  func run(in situation: Situation, random: RandomStream) -> Double? {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Program.stackSize) { memory in
      var stack = ValueStack(top: memory.baseAddress!)
      var position = 0
      while position < Int(count) {
        let instruction = code[position]
        position += 1
        switch instruction {
        case .stop: return nil
        case .jump(let target): position = Int(target)
        case .jumpIfZero(let target):
          let condition = stack.pop()
          // Neither branch: a delay by chance would hide the mistake.
          if condition.isNaN { return .nan }
          if condition == 0 { position = Int(target) }
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
        case .constant(let value): stack.push(value)
        case .failures: stack.push(Double(situation.failures))
        case .previous: stack.push(situation.previous)
        case .elapsed: stack.push(situation.elapsed)
        case .retryAfter: stack.push(situation.retryAfter)
        case .add: stack.combine { $0 + $1 }
        case .subtract: stack.combine { $0 - $1 }
        case .multiply: stack.combine { $0 * $1 }
        case .divide: stack.combine { $0 / $1 }
        case .power: stack.combine { portablePow($0, $1) }
        // A value that is not a number must come through, or `min` would hide it.
        case .minimum: stack.combine { $0.isNaN || $1.isNaN ? .nan : Swift.min($0, $1) }
        case .maximum: stack.combine { $0.isNaN || $1.isNaN ? .nan : Swift.max($0, $1) }
        case .less: stack.compare { $0 < $1 }
        case .lessOrEqual: stack.compare { $0 <= $1 }
        case .greater: stack.compare { $0 > $1 }
        case .greaterOrEqual: stack.compare { $0 >= $1 }
        case .equal: stack.compare { $0 == $1 }
        case .notEqual: stack.compare { $0 != $1 }
        case .negate: stack.push(-stack.pop())
        case .exponential: stack.push(portableExp(stack.pop()))
        case .logarithm: stack.push(portableLog(stack.pop()))
        case .floor: stack.push(stack.pop().rounded(.down))
        case .ceiling: stack.push(stack.pop().rounded(.up))
        case .round: stack.push(stack.pop().rounded(.toNearestOrAwayFromZero))
        case .magnitude: stack.push(stack.pop().magnitude)
        }
      }
      return stack.pop()
    }
  }
}

/// The operand stack of one evaluation. It never overflows: the parser has counted its depth.
private struct ValueStack {
  /// Where the next value goes.
  var top: UnsafeMutablePointer<Double>

  @inline(__always)
  mutating func push(_ value: Double) {
    top.initialize(to: value)
    top += 1
  }

  @inline(__always)
  mutating func pop() -> Double {
    top -= 1
    return top.pointee
  }

  @inline(__always)
  mutating func combine(_ operation: (Double, Double) -> Double) {
    let b = pop()
    push(operation(pop(), b))
  }

  /// 1 or 0; what is not a number compares with nothing, and comes through.
  @inline(__always)
  mutating func compare(_ operation: (Double, Double) -> Bool) {
    combine { $0.isNaN || $1.isNaN ? .nan : operation($0, $1) ? 1 : 0 }
  }
}

/// Instructions at a fixed place.
private final class InstructionList: Hashable, @unchecked Sendable {
  let base: UnsafePointer<Instruction>
  private let list: [Instruction]

  init(_ list: [Instruction]) {
    self.list = list
    let memory = UnsafeMutablePointer<Instruction>.allocate(capacity: list.count)
    memory.initialize(from: list, count: list.count)
    base = UnsafePointer(memory)
  }

  deinit { base.deallocate() }

  static func == (a: InstructionList, b: InstructionList) -> Bool { a.list == b.list }
  func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
