/// What one fault does to the world during one span of time.
struct Condition {
  enum Effect {
    case outage(SecondWorld.Outage)
    case capacity(Double)
    case slow(Double)
    case authFailure(Double, permanent: Bool)
    case loss(Double)
    case latency(times: Double, add: Double)
    case handover
    case flapping(up: Int64, down: Int64)
  }

  var effect: Effect
  var scope: SecondWorld.Scope
  /// In force on [from, to), in microseconds.
  var from: Int64
  var to: Int64
  var drop: Bool
  /// The number of its fault.
  var fault: Int

  func inForce(at time: Int64) -> Bool { from <= time && time < to }
}

extension Condition {
  /// The conditions that a world's faults come to. A restart is an outage of each node in turn.
  static func all(of world: SecondWorld) -> [Condition] {
    var conditions: [Condition] = []
    let end = microseconds(world.duration)
    for (number, fault) in world.faults.enumerated() {
      let from = microseconds(fault.at)
      let to = fault.length.map { from + microseconds($0) } ?? end
      func add(_ effect: Effect, drop: Bool = false) {
        conditions.append(
          Condition(
            effect: effect, scope: fault.scope, from: from, to: to, drop: drop, fault: number))
      }
      switch fault.kind {
      case .outage(let mode): add(.outage(mode), drop: fault.drop ?? (mode == .reset))
      case .capacity(let part): add(.capacity(part))
      case .slow(let times): add(.slow(times))
      case .authFailure(let probability, let permanent):
        add(.authFailure(probability, permanent: permanent))
      case .loss(let rate): add(.loss(rate))
      case .latency(let times, let more): add(.latency(times: times, add: more))
      case .handover: add(.handover)
      case .flapping(let up, let down):
        add(.flapping(up: microseconds(up), down: microseconds(down)))
      case .restart(let rolling, let pause):
        conditions += restart(
          fault, number: number, rolling: rolling, pause: pause, nodes: world.gateway.nodes,
          end: end)
      }
    }
    return conditions
  }

  private static func restart(
    _ fault: SecondWorld.Fault, number: Int, rolling: Bool, pause: Double, nodes: Int, end: Int64
  ) -> [Condition] {
    (0..<nodes).compactMap { node in
      if case .node(let only) = fault.scope, only != node { return nil }
      let turn = rolling ? Double(node) * ((fault.length ?? 0) + pause) : 0
      let from = microseconds(fault.at + turn)
      return Condition(
        effect: .outage(.refuse), scope: .node(node), from: from,
        to: fault.length.map { from + microseconds($0) } ?? end, drop: fault.drop ?? true,
        fault: number)
    }
  }
}

/// Virtual time is kept in whole microseconds.
func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }

func seconds(_ time: Int64) -> Double { Double(time) / 1e6 }
