import Primitives

/// The next moves of a client's streams of behaviour that wait in its record, and not in the event list: see
/// `PassedStreams`.
struct KeptMoves: BitwiseCopyable {
  /// When the next read is; `.never` where it is an event like any other, or where there is none.
  var readAt = Instant.never
  /// When the next push is; `.never` as above.
  var pushAt = Instant.never
  /// The number of that read.
  var read: UInt32 = 0
  /// The number of that push.
  var push: UInt32 = 0

  var isEmpty: Bool {
    @inline(__always) get { readAt == .never && pushAt == .never }
  }
}
