import SecondSimulator
import Worlds

/// A world that was drawn, for both programs.
struct RandomTwin {
  private var dice: Dice
  private var overrides: [String] = []
  private var second = SecondWorld()

  /// - Returns: the world of that number.
  static func world(_ number: Int) -> TwinWorld {
    var twin = RandomTwin(dice: Dice(UInt64(7_000_000 + number)))
    twin.draw()
    let second = twin.second
    var world = TwinWorld("random \(number): \(twin.overrides)", twin.overrides) { $0 = second }
    world.hasSameBound = false
    return world
  }

  private init(dice: Dice) { self.dice = dice }

  private mutating func draw() {
    second.clients = 100 * dice.within(2...15)
    second.duration = Double(60 * dice.pick(15, 20, 30))
    overrides = ["clients.count=\(second.clients)", "duration=\(Int(second.duration))s"]
    drawFormula()
    drawNetwork()
    drawGateway()
    drawFaults()
    second.recoveryFrom = [0]
    overrides.append("recovery.from=[0]")
  }

  private mutating func drawFormula() {
    let timeout = dice.pick(2, 3, 5, 10, 20)
    let text: String
    switch dice.roll(7) {
    case 0:
      let delay = dice.pick(1, 3, 8, 20)
      (text, second.policy) = ("\(delay)s", .constant(Double(delay)))
    case 1, 2, 3:
      let most = dice.pick(2, 5, 10, 30)
      (text, second.policy) = ("uniform(0s, \(most)s)", .uniform(0, Double(most)))
    case 4: (text, second.policy) = ("(2^x - 1) * uniform(0.8, 1.2)", .stoatWeb)
    case 5: (text, second.policy) = ("uniform(0, min(20s, 2^x))", .awsFull)
    default:
      (text, second.policy) = ("min(min(50ms * 2^(x - 1), 1s) * uniform(0.8, 1.2), 1s)", .kafka)
    }
    second.policy.connectTimeout = .seconds(Double(timeout))
    overrides.append("clients.backoff=\(text), connectTimeout: \(timeout)s")
  }

  private mutating func drawNetwork() {
    let median = dice.pick(10, 50, 50, 150, 400)
    let loss = dice.pick(0, 0.1, 1, 5)
    second.network.median = Double(median) / 1_000
    second.network.loss = loss / 100
    overrides.append(
      "network={profile: lte, latency: {median: \(median)ms, sigma: 0.5, own: 50%}, loss: \(loss)%}"
    )
  }

  // MARK: The gateway

  private mutating func drawGateway() {
    second.gateway = .ideal
    second.gateway.nodes = dice.within(1...4)
    second.gateway.takesNotice = dice.chance(30)
    var keys = ["profile: ideal", "nodes: \(second.gateway.nodes)"]
    keys.append("abandonment: \(second.gateway.takesNotice ? "notice" : "work")")
    // Set-ups a second through the narrowest.
    let pace = Double(second.clients) / Double(dice.pick(5, 15, 40, 80))
    var stages = ["admission", "handshake", "auth", "ready", "api"]
    for number in 0..<dice.pick(1, 1, 2) {
      let stage = stages.remove(at: dice.roll(stages.count))
      keys.append(limit(stage, pace * (number == 0 ? 1 : Double(dice.within(1...3)))))
    }
    if dice.chance(30) {
      let backlog = dice.pick(2, 8, 100, 1_000)
      second.gateway.backlog = backlog
      keys.append("backlog: \(backlog)")
    }
    overrides.append("gateway={\(keys.joined(separator: ", "))}")
  }

  private mutating func limit(_ stage: String, _ pace: Double) -> String {
    let nodes = second.gateway.nodes
    if stage == "admission" {
      let rate = max(1, (pace / Double(nodes)).rounded())
      let isBefore = dice.chance(40)
      second.gateway.admission = SecondWorld.Admission(rate: rate, burst: rate)
      second.gateway.rejectsBeforeHandshake = isBefore
      return "admission: {rate: \(Int(rate))/s, burst: \(Int(rate))}, "
        + "rejection: {\(isBefore ? "before" : "after"): handshake}"
    }
    let isOfNode = stage == "handshake" || stage == "ready"
    // A service that takes as long as an attempt may is another matter: nobody ever gets through.
    let most = pace * 0.4 / Double(isOfNode ? nodes : 1)
    let servers = dice.pick([1, 2, 8].filter { $0 == 1 || Double($0) <= most })
    let micros = max(50, Int(Double(servers * (isOfNode ? nodes : 1)) / pace * 1e6))
    let isEven = dice.chance(50)
    let time = Double(micros) / 1e6
    let made = SecondWorld.Stage(
      servers: servers, time: isEven ? .constant(time) : .exponential(time))
    switch stage {
    case "handshake": second.gateway.handshake = made
    case "auth": second.gateway.auth = made
    case "ready": second.gateway.ready = made
    default: second.gateway.api = made
    }
    let word = stage == "handshake" ? "cores" : "workers"
    let text = isEven ? "\(micros)us" : "{exponential: \(micros)us}"
    return "\(stage): {\(word): \(servers), time: \(text)}"
  }

  // MARK: Faults

  private mutating func drawFaults() {
    let mode = dice.pick(
      ("refuse", SecondWorld.Outage.refuse), ("reset", .reset), ("blackhole", .blackhole))
    let length = dice.pick(5, 20, 45, 90)
    second.faults = [
      SecondWorld.Fault(.outage(mode.1), at: 60, for: Double(length), drop: true)
    ]
    overrides.append(
      "faults.0={at: 60s, for: \(length)s, kind: outage, mode: \(mode.0), drop: true}")
    for place in 1..<(1 + dice.pick(0, 1, 1, 2)) { drawSecondFault(place) }
  }

  private mutating func drawSecondFault(_ place: Int) {
    let at = dice.pick(30, 60, 90, 130, 200)
    let length = dice.pick(1, 10, 30, 120)
    let (text, kind, scope) = drawKind()
    let isMoment = if case .handover = kind { true } else { false }
    overrides.append(
      "faults.\(place)={at: \(at)s, \(isMoment ? "" : "for: \(length)s, ")kind: \(text)\(words(scope))}"
    )
    second.faults.append(
      SecondWorld.Fault(kind, at: Double(at), for: isMoment ? nil : Double(length), scope: scope))
  }

  private mutating func drawKind() -> (String, SecondWorld.Fault.Kind, SecondWorld.Scope) {
    let node = SecondWorld.Scope.node(dice.roll(second.gateway.nodes))
    switch dice.roll(7) {
    case 0:
      let times = dice.pick(3, 20)
      return ("slow, times: \(times)", .slow(times: Double(times)), .everyone)
    case 1:
      let percent = dice.pick(5, 30, 60, 99, 100)
      return ("loss, rate: \(percent)%", .loss(Double(percent) / 100), .everyone)
    case 2:
      let add = dice.pick(50, 300, 900)
      return ("latency, add: \(add)ms", .latency(times: 1, add: Double(add) / 1_000), .everyone)
    case 3: return ("handover", .handover, .share(0.4))
    case 4:
      let (up, down) = dice.pick((30, 3), (20, 12), (60, 1))
      let scope = dice.pick(SecondWorld.Scope.everyone, .share(0.3), node)
      return (
        "flapping, of: path, up: \(up)s, down: \(down)s",
        .flapping(up: Double(up), down: Double(down)), scope
      )
    case 5:
      let percent = dice.pick(30, 90)
      return (
        "authFailure, answer: temporary, probability: \(percent)%",
        .authFailure(probability: Double(percent) / 100, permanent: false), .everyone
      )
    default: return ("capacity, to: 50%", .capacity(to: 0.5), .everyone)
    }
  }

  private func words(_ scope: SecondWorld.Scope) -> String {
    switch scope {
    case .everyone: ""
    case .share(let part): ", scope: {share: \(Int((part * 100).rounded()))%}"
    case .node(let node): ", scope: {node: \(node)}"
    }
  }
}
