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

  func isLost(_ client: Int, at time: Int64) -> Bool {
    let rate = plan.loss(at: time, client: client)
    return rate > 0 && random.unit() < rate
  }

  /// When a segment on an established connection arrives. A lost one costs a retransmission
  /// timeout: 0.2 s, doubling, at most 120 s. Nothing where TCP gives up first.
  func delivery(_ client: Int, from sent: Int64, outwards: Bool) -> Int64? {
    var losses = 0
    let rate = plan.loss(at: sent, client: client)
    if rate > 0, rate < 1 {
      while random.unit() < rate { losses += 1 }
    }
    var (time, timeout) = (sent, Int64(200_000))
    while time - sent < 924_600_000 {
      if losses > 0 {
        losses -= 1
      } else {
        let delay = latency(client, at: time)
        // The gateway's end of the path is where a blackhole is.
        let atGateway = outwards ? time + delay : time
        if !plan.silent(at: atGateway, client: client, node: clients[client].node) {
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

  /// Sends the first packet. What is lost costs the operating system's own schedule.
  func sendFirstPacket(_ client: Int, _ attempt: Int32, counted: UInt8) {
    guard !isLost(client, at: now) else {
      repeatFirstPacket(client, attempt, counted: counted)
      return
    }
    let job = Job(client: Int32(client), attempt: attempt, node: 0)
    post(.door, at: now + latency(client, at: now), job: job, owner: 0, detail: counted)
  }

  /// Plans the next first packet of an attempt that is still wanted.
  func repeatFirstPacket(_ client: Int, _ attempt: Int32, counted: UInt8) {
    guard clients[client].attempt == attempt else { return }
    let begun = clients[client].begun
    for repeatAt in world.network.synRepeats {
      let time = begun + microseconds(repeatAt)
      if time > now {
        post(.synAgain, at: time, client: client, attempt: attempt, detail: counted)
        return
      }
    }
    let givesUp = max(now, begun + microseconds(world.network.synGivesUp))
    post(.failed, at: givesUp, client: client, attempt: attempt, detail: Reason.timeout.rawValue)
  }

  func synAgain(_ client: Int, _ attempt: Int32, counted: UInt8) {
    guard clients[client].attempt == attempt else { return }
    sendFirstPacket(client, attempt, counted: counted)
  }
}
