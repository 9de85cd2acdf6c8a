import Faults
import Primitives

/// The keys of a loss that comes in bursts, wherever one may stand: as with a distribution, they are explained
/// once.
enum FadeKeys {
  static let gilbertElliott = Key(
    "gilbertElliott", .read(later: .shared(group)), standard: "losses do not come in bursts",
    example: "{good: 20s, bad: 1s, lossBad: 80%}", group.meaning)
  static let good = Key(
    "good", .duration(.milliseconds(10) ... .hours(7 * 24)), standard: nil, example: "20s",
    "The mean stay in the good state.")
  static let bad = Key(
    "bad", .duration(.milliseconds(10) ... .hours(1)), standard: nil, example: "1s",
    "The mean stay in the bad state.")
  static let lossBad = Key(
    "lossBad", .share, standard: "100%", example: "80%",
    "The probability that a packet is lost in the bad state.")
  static let lossGood = Key(
    "lossGood", Form(.share(.belowOne)) { $0.lossRate() }, standard: "0%", example: "0.1%",
    "The same in the good state; at most that of the bad one.")

  static let group = KeyGroup(
    "gilbertElliott",
    """
    Losses that come in bursts: each client's path is good or bad in turn, and loses packets with another \
    probability in each. The stays are exponential.
    """, [good.words, bad.words, lossBad.words, lossGood.words])
}

/// The keys of `network.loss`.
enum PathLossKeys {
  static let out = direction("out", "from the client to the gateway")
  static let back = direction("back", "from the gateway to the client")

  static let group = KeyGroup(
    "network.loss",
    """
    Losses that come in bursts, or that differ by direction. A share in place of the mapping is the \
    probability that a packet is lost, whichever way it goes.
    """, [out.words, back.words, FadeKeys.gilbertElliott.words])

  private static func direction(_ name: String, _ way: String) -> Key<Field> {
    Key(
      name, .read(later: .either([.share(.belowOne), .group(onlyFade)])),
      standard: "the profile's", example: "1%",
      "The loss of packets \(way): a share, or gilbertElliott.")
  }

  /// What a direction has besides a share.
  private static let onlyFade = KeyGroup(
    "network.loss.out", "Losses of one direction that come in bursts.",
    [FadeKeys.gilbertElliott.words])
}

/// The keys of a loss among the faults.
enum LossKeys {
  static let rate = Key(
    "rate", .share, standard: "losses come in bursts", example: "5%",
    "The probability that a packet is lost. Either it or gilbertElliott is given.")
  static let direction = Key(
    "direction", Form<LossDirection>.word, standard: "both", example: "back",
    """
    The packets that are lost: those from clients (`out`), those to clients (`back`), or both. A rate of \
    100 % one way is the asymmetric partition.
    """)
  static let all = [rate.words, FadeKeys.gilbertElliott.words, direction.words]
}
