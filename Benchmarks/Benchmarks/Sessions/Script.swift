import Sessions

/// A life of one client: how it comes up, and what happens to it again and again.
struct Script<Machine: SessionStateMachine> {
  var machine: Machine
  var configuration: Machine.Configuration
  var start: [Event<Machine>]
  var loop: [Event<Machine>]

  /// A client that stands at the beginning of the loop. Traps where the machine has no use for one
  /// of the events.
  func rehearsed() -> Client<Machine> {
    var client = Client(machine, under: configuration)
    for event in start { client.deliver(event) }
    let standing = client.slot.machine.standing
    for event in loop {
      client.deliver(event)
      for index in 0..<client.turn.count {
        guard case .reached(let milestone, _) = client.turn[index] else { continue }
        precondition("\(milestone)" != "unhandled", "\(event) means nothing here")
      }
    }
    precondition(client.slot.machine.standing == standing, "the loop does not close")
    return client
  }
}

extension Script<StoatClient> {
  /// Connects, answers one heartbeat, is dropped, is refused once, and tries again.
  static func stoat() throws -> Script {
    Script(
      machine: StoatClient(),
      configuration: StoatConfiguration(
        profile: .spec, policy: try BackoffPolicy.parse("stoat-web")),
      start: [.stimulus(.storedSession)],
      loop: [
        .opened, .received(.authenticated), .received(.ready), .answered(.unreads, .ok),
        .fired(.heartbeat), .received(.pong),
        .closed(.reset), .fired(.retry), .closed(.refused), .fired(.retry),
      ])
  }
}

extension Script<ChatSocketAgent> {
  /// Connects, hears a ping and an event, passes a look of the watchdog, is dropped, and is
  /// restarted by the watchdog.
  static func chatSocket() -> Script {
    Script(
      machine: ChatSocketAgent(), configuration: ChatSocketConfiguration(),
      start: [.stimulus(.ownerEnter)],
      loop: [
        .opened, .received(.ping), .received(.event), .fired(.watchdog),
        .closed(.reset), .fired(.watchdog),
      ])
  }
}

extension Script<SessionPrimer> {
  /// Connects, catches up, hears a change and reads, is dropped, and tries again.
  static func primer() -> Script {
    Script(
      machine: SessionPrimer(), configuration: PrimerConfiguration(),
      start: [
        .stimulus(.start), .answered(.prime, .ok), .stimulus(.addListener, operand: 1),
        .opened, .closed(.reset), .fired(.socketRetry),
      ],
      loop: [
        .opened, .answered(.refresh, .ok), .received(.change, operand: 1),
        .stimulus(.read, operand: 2), .closed(.reset), .fired(.socketRetry),
      ])
  }
}

extension Script<AppExtensionPair> {
  /// Sends something, goes to the background, is notified of a push by its extension, and comes
  /// back. It has no connection that could be dropped.
  static func appExtension() -> Script {
    Script(
      machine: AppExtensionPair(), configuration: AppExtensionConfiguration(),
      start: [.stimulus(.launch)],
      loop: [
        .stimulus(.send), .answered(.appNetwork, .ok), .answered(.appWrite, .ok),
        .stimulus(.sceneBackground), .stimulus(.push), .answered(.fetch, .ok),
        .answered(.notifierWrite, .ok), .stimulus(.sceneActive),
      ])
  }
}
