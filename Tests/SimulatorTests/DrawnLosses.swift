import NetworkModel
import Primitives
import VirtualTime

extension Dice {
  /// Mostly a loss of this share; otherwise one that differs by direction, or comes in bursts.
  mutating func weather(around share: Double) -> PathLoss {
    switch roll(8) {
    case 0: return PathLoss(out: .share(share), back: .share(pick(0, 0.05, 0.6)))
    case 1: return .both(.fade(fade()))
    case 2: return PathLoss(out: .fade(fade()), back: pick(.share(share), .fade(fade())))
    default: return .share(share)
    }
  }

  mutating func fade() -> Fade {
    let lossBad = pick(1, 1, 0.8, 0.3)
    return Fade(
      good: pick(.milliseconds(10), .seconds(1), .seconds(20), .minutes(5)),
      bad: pick(.milliseconds(10), .milliseconds(300), .seconds(3), .seconds(40)),
      lossGood: pick(0, 0, 0.01, lossBad), lossBad: lossBad)
  }
}
