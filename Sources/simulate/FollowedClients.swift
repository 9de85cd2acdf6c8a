import Simulator

/// The clients that a trace follows, as they were typed.
struct FollowedClients {
  private enum Wish {
    case number(UInt32)
    /// The share of the affected clients that are back when this client is.
    case rank(Double)
  }

  private let wishes: [Wish]
  /// True if somebody was named.
  private let isNamed: Bool

  /// Fleets up to this size are followed as a whole.
  private static let fewClients = 20
  /// More at a time would be no reading, and take memory for every event of each.
  private static let mostClients = 1_000
  private static let ranks = ["best": 0, "median": 0.5, "worst": 1]

  /// - Parameters:
  ///   - words: numbers, or names of ranks; empty if none were given.
  ///   - fleet: how many clients there are.
  ///   - isOneAtMost: whether the format holds the life of one client.
  init(_ words: [String], of fleet: Int, isOneAtMost: Bool) throws(CommandFailure) {
    if isOneAtMost, words.count > 1 {
      throw .usage(
        "--format mermaid: a diagram shows one client, and --client names \(words.count)")
    }
    isNamed = !words.isEmpty
    if words.isEmpty {
      wishes =
        fleet <= Self.fewClients && !isOneAtMost ? (0..<UInt32(fleet)).map(Wish.number) : [.rank(1)]
      return
    }
    guard words.count <= Self.mostClients else {
      throw .usage(
        "--client: \(words.count) clients are more than the \(Self.mostClients) possible")
    }
    var wishes: [Wish] = []
    for word in words {
      if let rank = Self.ranks[word] {
        wishes.append(.rank(rank))
      } else if let number = UInt32(word), Int(number) < fleet {
        wishes.append(.number(number))
      } else {
        throw .usage(
          "--client '\(word)': write best, median, worst or a number from 0 to \(fleet - 1)")
      }
    }
    self.wishes = wishes
  }

  /// True if it must be known first when each client was back.
  var needsRanking: Bool { wishes.contains { if case .rank = $0 { true } else { false } } }

  /// The clients that were named by their numbers.
  var numbers: [UInt32] {
    wishes.compactMap { if case .number(let number) = $0 { number } else { nil } }.unique
  }

  /// The clients by their numbers, once it is known when each was back.
  /// - Parameter ranking: the affected clients, first those that were back first.
  func numbers(by ranking: [RankedClient]) throws(CommandFailure) -> [UInt32] {
    guard !ranking.isEmpty else {
      // A trace that names nobody shows a client all the same: no other was worse off.
      if !isNamed { return [0] }
      throw .usage(
        "nobody was affected, so that nobody is best, median or worst; name a client by its number")
    }
    return wishes.map { wish in
      switch wish {
      case .number(let number): number
      case .rank(let share): ranking[Int((Double(ranking.count - 1) * share).rounded())].client
      }
    }.unique
  }
}

extension Array where Element: Hashable {
  /// Each once, in the order of the first.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
