import Words

extension SeedEstimate {
  /// `95 %`. A median of fewer than six seeds has the confidence of its interval: `93.8 %`. Empty
  /// without an interval.
  package var confidenceText: String { confidence.map(told) ?? "" }
}

extension SeedIntervals {
  /// The confidence of the intervals of medians, as `SeedEstimate` says it; empty for a single
  /// value.
  package var confidenceText: String { medianConfidence.map(told) ?? "" }
}

/// An exact interval may have a little more than is asked for. Then the text says only what is
/// asked for.
private func told(_ confidence: Double) -> String {
  "\(HumanText.number(min(confidence, MeanEstimate.confidence) * 100)) %"
}

extension MeanEstimate {
  /// `95 %`
  package static var confidenceText: String { told(confidence) }
}
