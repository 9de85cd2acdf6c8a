import Foundation

/// What happens to packets.
extension Run {
  /// One one-way latency of this client, now.
  func latency(_ client: Int, at time: Int64) -> Int64 {
    let network = world.network
    guard network.sigma > 0 else {
      return microseconds(plan.bent(network.median, at: time, client: client))
    }
    let drawn = network.median * clients[client].distance * exp(packetSigma * random.normal())
    return microseconds(plan.bent(drawn, at: time, client: client))
  }

  /// Whether a first packet that is sent now, or its answer, is lost.
  private func losesFirstPacket(_ client: Int) -> Bool {
    let rate = plan.loss(at: now, client: client)
    return rate > 0 && (random.unit() < rate || random.unit() < rate)
  }

  /// When a segment on an established connection arrives. A lost copy costs a retransmission
  /// timeout: 0.2 s, doubling, at most 120 s. Nothing where TCP gives up first.
  ///
  /// What answers a first packet is lost with that, or not at all: `isLossy` is false. Who is turned away is on no
  /// node.
  func delivery(
    _ client: Int, from sent: Int64, outwards: Bool, isLossy: Bool = true, isSwallowed: Bool = true,
    isOnNode: Bool = true
  ) -> Int64? {
    var (time, timeout) = (sent, Int64(200_000))
    while time - sent < 924_600_000 {
      let delay = latency(client, at: time)
      // Each copy is lost, or not, where it is at the client's end of the path.
      let rate = plan.loss(at: outwards ? time : time + delay, client: client)
      if !isLossy || rate == 0 || random.unit() >= rate {
        // What would arrive in a silence is swallowed, whichever way it goes.
        let node = isOnNode ? clients[client].node : -1
        if !isSwallowed || !plan.swallows(at: time + delay, client: client, node: node) {
          return time + delay
        }
      }
      time += timeout
      timeout = min(2 * timeout, 120_000_000)
    }
    return nil
  }

  /// When something arrives that makes so many one-way trips, inwards first or outwards first,
  /// taking turns.
  func delivery(_ client: Int, from sent: Int64, trips: Int, outwardsFirst: Bool) -> Int64? {
    var time = sent
    for trip in 0..<max(trips, 0) {
      let outwards = (trip % 2 == 0) == outwardsFirst
      guard let next = delivery(client, from: time, outwards: outwards) else { return nil }
      time = next
    }
    return time
  }

  /// Sends a first packet. The next one leaves at its own time, whatever becomes of this one.
  func sendFirstPacket(_ client: Int, _ attempt: Int32) {
    planNextFirstPacket(client, attempt)
    if clients[client].mute || losesFirstPacket(client) { return }
    let job = Job(client: Int32(client), attempt: attempt, node: 0)
    post(.firstPacket, at: now + latency(client, at: now), job: job, owner: 0)
  }

  private func planNextFirstPacket(_ client: Int, _ attempt: Int32) {
    let begun = clients[client].begun
    if let next = world.network.synRepeats.first(where: { begun + microseconds($0) > now }) {
      post(.synAgain, at: begun + microseconds(next), client: client, attempt: attempt)
    } else {
      let givesUp = max(now, begun + microseconds(world.network.synGivesUp))
      post(.synGivesUp, at: givesUp, client: client, attempt: attempt)
    }
  }

  func synAgain(_ client: Int, _ attempt: Int32) {
    if isOutside(client, attempt) { sendFirstPacket(client, attempt) }
  }

  func synGivesUp(_ client: Int, _ attempt: Int32) {
    if isOutside(client, attempt) { fails(client, .timeout) }
  }

  /// The end of the system's patience with a set-up whose network is gone.
  func systemGivesUp(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt, clients[client].state == .attempting else { return }
    fails(client, .timeout)
  }

  /// Whether the gateway has let no first packet of an attempt in that is still wanted.
  private func isOutside(_ client: Int, _ attempt: Int32) -> Bool {
    clients[client].attempt == attempt && clients[client].state == .attempting
      && clients[client].progress == .outside && !clients[client].isAnswered
  }
}
