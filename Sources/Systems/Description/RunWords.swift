import Primitives

/// How a run of a system's clients is told.
package struct RunWords: Sendable {
  package var pace: PaceWords
  /// Whether more is to be said of them than when they were back.
  package var hasOtherAims = false
  /// What the plot over time calls those that are up.
  package var up = "connected"
  /// What is said of one, and of several, that are not.
  package var isDown = "has no connection"
  package var areDown = "have no connection"
  package var error = ErrorWords.killed
  /// What a formula that gives up does; nil where that needs no more words.
  package var stops: String?
  /// Why clients give up for other reasons than their formula, each where a metric counts any.
  package var givesUp: [(metric: String, why: String)] = []
  /// Beginnings of its metrics that what became of the clients explains.
  package var fate: [String] = []

  /// What it is to be in error.
  package enum ErrorWords: Sendable {
    /// Only a person can clear it.
    case needsPerson
    /// The operating system killed the app.
    case killed
  }
}

/// What clients wait for by themselves, beside the gateway.
package struct PaceWords: Sendable {
  /// As what the gateway is held against; nil = as the subject of a sentence.
  package var rule: String?
  /// As the subject of a sentence.
  package var waiting: String
  /// A setting whose value is said with it, where all clients share one.
  package var setting: (name: String, standard: Interval)?
  /// What they wait for instead where a metric counts any.
  package var instead: (metric: String, waiting: String)?

  package static let retries = PaceWords(waiting: "the waiting between retries")
  static let formula = PaceWords(rule: "the formula", waiting: retries.waiting)
}
