import Primitives

/// The words in which a run of a system's clients is told.
package struct RunWords: Sendable {
  package var pace: PaceWords
  /// True if there is more to say of the clients than when they were back.
  package var hasOtherAims = false
  /// The word for clients that are up, in the plot over time.
  package var up = "connected"
  /// The words for one client that is not up, and for several.
  package var isDown = "has no connection"
  package var areDown = "have no connection"
  package var error = ErrorWords.killed
  /// The words for a formula that gives up; nil where that needs no more words.
  package var stops: String?
  /// The reasons, other than their formula, for which clients give up, each where a metric counts
  /// any.
  package var givesUp: [(metric: String, why: String)] = []
  /// Beginnings of the names of its metrics that the clients' outcome explains.
  package var fate: [String] = []

  /// The meaning of being in error.
  package enum ErrorWords: Sendable {
    /// Only a person can clear it.
    case needsPerson
    /// The operating system killed the app.
    case killed
  }
}

/// The words for what clients wait for by themselves, beside the gateway.
package struct PaceWords: Sendable {
  /// The words where the gateway is compared with it; nil = the same as `waiting`.
  package var rule: String?
  /// The words for it as the subject of a sentence.
  package var waiting: String
  /// A setting whose value is said with it, where all clients share one.
  package var setting: (name: String, standard: Interval)?
  /// The words for what they wait for instead, where a metric counts any.
  package var instead: (metric: String, waiting: String)?

  package static let retries = PaceWords(waiting: "the waiting between retries")
  static let formula = PaceWords(rule: "the formula", waiting: retries.waiting)
}
