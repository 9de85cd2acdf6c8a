import Backoff

extension StoatClient {
  /// The state of the formula: the only part of a client that may grow from one failed attempt to
  /// the next. For a driver that steps the formula alone where it knows the rest.
  public var formula: BackoffState {
    get { lifecycle.backoff }
    set { lifecycle.backoff = newValue }
  }
}
