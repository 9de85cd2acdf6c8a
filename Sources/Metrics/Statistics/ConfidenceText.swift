import Words

extension SeedEstimate {
  /// `95 %`; of a median of fewer than six seeds what its interval has: `93.8 %`. Empty without an interval.
  package var confidenceText: String { confidence.map(told) ?? "" }
}

extension SeedIntervals {
  /// Of the intervals of medians, as `SeedEstimate` says it; empty for a single value.
  package var confidenceText: String { medianConfidence.map(told) ?? "" }
}

/// An exact interval may have a little more than is asked for: it is told as that.
private func told(_ confidence: Double) -> String {
  "\(HumanText.number(min(confidence, MeanEstimate.confidence) * 100)) %"
}

extension MeanEstimate {
  /// `95 %`
  package static var confidenceText: String { told(confidence) }
}
