import Primitives
import Synchronization

/// One step of a compiled formula: it pops its operands from the stack and pushes its result.
enum Instruction: BitwiseCopyable, Hashable, Sendable {
  case constant(Double)
  case failures, previous, elapsed, retryAfter, code
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
  /// The reduced forms of the program after 1, 2, ... failures. A row is empty until it is first
  /// asked for.
  private let rows: UnsafePointer<FoldedRow>
  private let count: Int32
  let draws: UInt32

  init(_ program: Program) {
    let list = Interned(InstructionList(program.instructions)).value
    code = list.base
    rows = list.rows
    count = Int32(program.instructions.count)
    draws = program.draws
  }

  /// Returns the value that `run` gives after so many failures, to the bit, at a fraction of its
  /// cost; nil where only `run` can tell.
  @inline(__always)
  func foldedValue(after failures: UInt32, random: RandomStream) -> Double? {
    let place = failures &- 1
    guard place < UInt32(FoldedDelay.rows) else { return nil }
    let row = rows + Int(place)
    // A row that another thread has made is seen as a whole.
    let folded = row.pointee.load(ordering: .acquiring) ?? fold(into: row, failures)
    guard let start = folded.pointee.start(random) else { return nil }
    return folded.pointee.hasSteps ? folded.pointee.finished(start) : start
  }

  /// Makes a row that is asked for for the first time. Several threads may make the same one: that of
  /// the first is kept.
  @inline(never)
  private func fold(
    into row: UnsafePointer<FoldedRow>, _ failures: UInt32
  ) -> UnsafePointer<FoldedDelay> {
    let list = Array(UnsafeBufferPointer(start: code, count: Int(count)))
    let new = UnsafeMutablePointer<FoldedDelay>.allocate(capacity: 1)
    new.initialize(to: FoldedDelay(list, after: failures))
    let (isKept, known) = row.pointee.compareExchange(
      expected: nil, desired: UnsafePointer(new), ordering: .acquiringAndReleasing)
    if isKept { return UnsafePointer(new) }
    new.deallocate()
    return known!
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
          position += selected(count, after: situation.failures)
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
        case .code: stack.push(situation.code)
        case .add: stack.combine { $0 + $1 }
        case .subtract: stack.combine { $0 - $1 }
        case .multiply: stack.combine { $0 * $1 }
        case .divide: stack.combine { $0 / $1 }
        case .power: stack.combine { portablePow($0, $1) }
        case .minimum: stack.combine(minimum)
        case .maximum: stack.combine(maximum)
        case .less: stack.combine { truth($0, $1, $0 < $1) }
        case .lessOrEqual: stack.combine { truth($0, $1, $0 <= $1) }
        case .greater: stack.combine { truth($0, $1, $0 > $1) }
        case .greaterOrEqual: stack.combine { truth($0, $1, $0 >= $1) }
        case .equal: stack.combine { truth($0, $1, $0 == $1) }
        case .notEqual: stack.combine { truth($0, $1, $0 != $1) }
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
  /// The place of the next value.
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
}

/// A row of a program: made when it is first asked for, and never changed or freed while the program
/// is in use.
private typealias FoldedRow = Atomic<UnsafePointer<FoldedDelay>?>

/// Instructions at a fixed place.
private final class InstructionList: Hashable, @unchecked Sendable {
  let base: UnsafePointer<Instruction>
  fileprivate let rows: UnsafePointer<FoldedRow>
  private let list: [Instruction]

  init(_ list: [Instruction]) {
    self.list = list
    let memory = UnsafeMutablePointer<Instruction>.allocate(capacity: list.count)
    memory.initialize(from: list, count: list.count)
    base = UnsafePointer(memory)
    let rows = UnsafeMutablePointer<FoldedRow>.allocate(capacity: FoldedDelay.rows)
    for row in 0..<FoldedDelay.rows { (rows + row).initialize(to: FoldedRow(nil)) }
    self.rows = UnsafePointer(rows)
  }

  // Frees a list that equals an earlier one. No row of this one has been asked for.
  deinit {
    base.deallocate()
    rows.deallocate()
  }

  static func == (a: InstructionList, b: InstructionList) -> Bool { a.list == b.list }
  func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
