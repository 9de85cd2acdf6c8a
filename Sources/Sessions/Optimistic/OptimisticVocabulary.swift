import Primitives

/// The stimuli that the application gives an optimistic client.
public enum OptimisticStimulus: UInt8, Code {
  /// There is something to write.
  case start
}

/// The server's messages in answer to a read.
public enum OptimisticMessage: UInt8, Code {
  /// The request is taken in; the answer follows.
  case accepted
  /// The row, with its version.
  case version
}

/// Requests beside the read.
public enum OptimisticCall: UInt8, Code {
  /// Write the row if it still has the version that was read.
  case write
}

extension Outcome {
  /// write: the row had changed since it was read, and was left as it is.
  public static let conflict = Outcome(rawValue: 22)
}

/// Timers of an optimistic client.
public enum OptimisticTimer: UInt8, Code {
  /// How long the request that is out may take.
  case limit
  case retry
}

/// The milestones of an optimistic client that are measured. The first six are the states, in their
/// order.
public enum OptimisticMilestone: UInt8, Code {
  case idle, reading, writing, waiting, done, gaveUp
  /// A write came too late: the row had changed.
  case conflict
  /// A request was given up because its time was over.
  case noAnswer
  /// The machine had no use for an event.
  case unhandled
}

extension OptimisticMilestone {
  /// The milestone of entering a state; the two enumerations share their first six values.
  init(entering state: OptimisticState) {
    self = OptimisticMilestone(rawValue: state.rawValue)!
  }
}
