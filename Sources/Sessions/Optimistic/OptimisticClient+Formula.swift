import Backoff

extension OptimisticClient {
  /// The state of the formula: the only part of a client that may grow from one failed cycle to the
  /// next. For a driver that steps the formula alone where it knows the rest.
  public var formula: BackoffState {
    get { backoff }
    set { backoff = newValue }
  }
}
