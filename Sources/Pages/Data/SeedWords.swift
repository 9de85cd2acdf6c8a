import Metrics
import Words

/// The words of pages for figures over several seeds.
enum SeedWords {
  /// `95 % intervals`. The range of fewer than six values holds their median less often than that, which is
  /// said: `intervals (of medians 93.8 %, of means 95 %)`.
  static func intervals(_ seeds: Int) -> String {
    let confidence = confidence(seeds)
    let usual = unbroken(MeanEstimate.confidenceText)
    return confidence == usual
      ? "\(usual) intervals" : "intervals (of medians \(confidence), of means \(usual))"
  }

  /// Returns the confidence of the interval of a median: `95 %`. For fewer than six seeds it is the
  /// confidence of their whole range.
  static func confidence(_ seeds: Int) -> String {
    let own = SeedIntervals(count: seeds).confidenceText
    return unbroken(own.isEmpty ? MeanEstimate.confidenceText : own)
  }
}
