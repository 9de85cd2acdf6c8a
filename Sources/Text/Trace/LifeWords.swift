import Faults
import GatewayModel
import NetworkModel
import Primitives
import Scenarios
import Sessions
import Simulator
import Systems
import Words

// The words that traces use for things.

func duration(_ interval: Interval) -> String { HumanText.duration(interval.seconds) }

func count(_ number: Int) -> String { HumanText.count(number) }

/// A name of the code in words: `connectTimeout` is `connect timeout`, `LOGGED_OUT` is `logged out`.
func spaced(_ name: String) -> String {
  var words = ""
  var wasLower = false
  for character in name {
    if character == "_" || character == "-" {
      words += " "
    } else {
      if character.isUppercase, wasLower { words += " " }
      words += character.lowercased()
    }
    wasLower = character.isLowercase
  }
  return words
}

extension CloseReason {
  /// Why an attempt failed, or a connection ended.
  var words: String {
    switch self {
    case .refused: "refused"
    case .timeout: "no answer in time"
    case .reset: "reset"
    case .shed: "turned away by admission"
    case .auth: "authentication failed"
    case .offline: "no network"
    case .normal: "closed in good order"
    case .conflict: "the write came too late"
    case .dns: "the name has no address"
    case .dropped: "dropped by a station"
    }
  }
}

extension ServerAnswer {
  /// What it carries, as it stands behind why an attempt failed; empty where that is nothing.
  var words: String {
    if code == 0 { return "" }
    return retryAfter == .zero ? " (\(code))" : " (\(code), Retry-After \(duration(retryAfter)))"
  }
}

extension DropCause {
  /// Why a station drops a request that has waited for so long.
  func words(_ waited: Interval) -> String {
    switch self {
    case .full: "its queue is full"
    case .late: "it has waited \(duration(waited)), past the deadline"
    case .codel: "it has waited \(duration(waited)), and nobody has waited little for an interval"
    }
  }
}

extension PacketLoss {
  /// The cause, as it stands behind `lost to`.
  var words: String {
    switch self {
    case .silence: "a silence"
    case .fade: "a fade"
    case .chance: "chance"
    }
  }
}

extension LostCopy {
  /// The transmission and its fate: whose packet it is stands beside it.
  var words: String {
    let what = number == 0 ? "packet" : "copy \(number)"
    let then = next.map { "again in \(duration($0 - sent))" } ?? "the sender gives it up"
    return "\(what) lost to \(loss.words), \(then)"
  }
}

extension Outcome {
  var words: String {
    switch self {
    case .ok: "ok"
    case .failed: "failed"
    case .conflict: "conflict"
    case .loggedOut: "logged out"
    case .needsUsername: "needs a username"
    case .blockedByShield: "blocked by a shield"
    case .disabled: "disabled"
    case .suspended: "suspended"
    case .banned: "banned"
    default: "answer \(rawValue)"
    }
  }
}

extension TracedCause {
  var words: String {
    switch self {
    case .stimulus(let name): spaced(name)
    case .opened: "the connection is open"
    case .received(let message): "receives \(spaced(message))"
    case .closed(let reason): "the connection ends: \(reason.words)"
    case .answered(let call, let outcome): "\(spaced(call)) is answered: \(outcome.words)"
    case .fired(let timer): "timer \(spaced(timer)) fires"
    }
  }
}

extension Scenario {
  /// Returns the words for the effect of a fault of the scenario at a moment at which it changes.
  func words(ofFault number: Int, at now: Instant) -> String {
    guard faults.indices.contains(number) else { return "fault \(number)" }
    let fault = faults[number]
    let name = fault.kind.noun
    let whom = fault.scope.words
    let change =
      now == fault.at
      ? "begins" : now == fault.end(nodes: gateway.nodes) ? "ends" : "changes"
    return "\(name) \(change)\(whom)" + nodeWords(fault, at: now)
  }

  /// `: node 0 is back, node 1 goes down` of a restart that goes from node to node.
  private func nodeWords(_ fault: Fault, at now: Instant) -> String {
    guard case .eachInTurn(let rolling) = fault.effects.downNodes else { return "" }
    let words = rolling.steps(at: now - fault.at, nodes: gateway.nodes).map { step in
      switch step {
      case .beginsToDrain(let node): "node \(node) begins to drain"
      case .closesBatch(let node): "node \(node) closes a batch"
      case .goesDown(let node): "node \(node) goes down"
      case .isBack(let node): "node \(node) is back"
      }
    }
    return words.isEmpty ? "" : ": " + words.joined(separator: ", ")
  }
}

extension FaultScope {
  /// The clients or the node that a fault concerns; empty if it concerns everyone.
  fileprivate var words: String {
    switch self {
    case .everyone: ""
    case .share(let share): " for \(HumanText.share(share)) of the clients"
    case .cohort(let name): " for cohort \(harmless(name))"
    case .node(let node): " at node \(node)"
    }
  }
}
