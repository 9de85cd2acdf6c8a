import Documents

extension FaultRecord {
  /// In seconds.
  var from: Double { fromS }
  /// nil where it has no end.
  var to: Double? { toS }
}
