import GatewayModel
import NetworkModel
import Primitives

// Messages and round trips between a client and the gateway.
extension NetworkView {
  /// Returns the time from the end of the handshake at the gateway to the opening of the connection at the client.
  func delay(ofOpening client: UInt32, _ attempt: UInt32, at now: Instant) -> Interval {
    var key = clients.answeredPacket(of: client).key(client, attempt)
    var delay = delay(key, .back, at: now)
    let roundTrips = self[pathOf: client].setup.connection
    // The client looks at the last packet when it comes.
    if roundTrips <= 1 { return delay }
    let minds: ClientTimeline.Minding = world.hasSilences ? .silence : .nothing
    if world.hasSilences {
      let copies = schedule(of: client, at: now)
      let wait = timeline(of: client, minds: minds).wait(from: now + delay, copies)
      delay = min(delay + wait, .longest)
    }
    key.step = 1
    let others = self.roundTrips(
      roundTrips - 1, from: key, first: .out, at: now + delay, minds: minds)
    return min(delay + others, .longest)
  }

  /// The same where each packet of the gateway waits for its link, as that stands now.
  @inline(never)
  func delay(
    ofOpening client: UInt32, _ attempt: UInt32, at now: Instant, wait: (Instant) -> Interval
  ) -> Interval {
    var key = clients.answeredPacket(of: client).key(client, attempt)
    var total = wait(now)
    total = total + delay(key, .back, at: now + total)
    let roundTrips = self[pathOf: client].setup.connection
    if roundTrips <= 1 { return total }
    if world.hasSilences {
      let copies = schedule(of: client, at: now)
      let silence = timeline(of: client, minds: .silence).wait(from: now + total, copies)
      total = min(total + silence, .longest)
    }
    let minds: ClientTimeline.Minding = world.hasSilences ? .silence : .nothing
    for trip in 1..<roundTrips where total < .longest {
      key.step = UInt32(trip)
      let exchange = self.roundTrips(1, from: key, first: .out, at: now + total, minds: minds)
      total = min(total + exchange, .longest)
      if total < .longest { total = total + wait(now + total) }
    }
    return total
  }

  /// How much longer a first payload takes through the client's own link than through that of the gateway.
  func payloadExcess(of client: UInt32, _ egress: EgressDescription?) -> Interval {
    guard let egress, let own = self[pathOf: client].bandwidth else { return .zero }
    let time = Interval(saturatingSeconds: Double(egress.payload) * 8 / own)
    return max(time - egress.payloadTime, .zero)
  }

  /// Returns the time from a client's sending a message at `sent` to the arrival of the answer.
  @inline(__always)
  func exchangeDelay(_ client: UInt32, _ attempt: UInt32, at sent: Instant) -> Interval {
    if !isSteady { return changingExchange(client, attempt, at: sent) }
    return self[pathOf: client].exchangeDelay(
      at: sent, client: client, attempt: attempt, PathConditions(), random)
  }

  @inline(never)
  private func changingExchange(
    _ client: UInt32, _ attempt: UInt32, at sent: Instant
  ) -> Interval {
    if isCalm {
      return self[pathOf: client].exchangeDelay(
        at: sent, client: client, attempt: attempt, random)
    }
    let timeline = timeline(of: client, minds: .nothing)
    return self[pathOf: client].exchangeDelay(
      at: sent, client: client, attempt: attempt, on: timeline, random)
  }
}
