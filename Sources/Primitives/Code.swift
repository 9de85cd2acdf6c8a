/// A vocabulary of at most 256 words, each one byte: stimuli, messages, calls, timers, milestones.
///
/// Raw values are numbered in protocol order from 0, because they are part of the order of events.
public protocol Code: BitwiseCopyable, Sendable, Hashable, CaseIterable, RawRepresentable
where RawValue == UInt8 {}

/// The vocabulary of a machine that has no words of that kind.
public enum NoCode: UInt8, Code {
  case none
}
