import Primitives

// Admission: who is let in, and until when an attempt counts against the limit.
extension Gateway {
  /// Returns true if admission lets an attempt in that the balancer has given to `node`; takes its token, or gives
  /// it a slot.
  public func admits(
    _ client: UInt32, _ attempt: UInt32, node: UInt16, at now: Instant
  ) -> Bool {
    let isAdmitted: Bool
    if !buckets.isEmpty {
      isAdmitted = buckets[buckets.count == 1 ? 0 : Int(node)].admits(at: now)
    } else if hasSlots {
      isAdmitted = slots?.admits(Slots.key(client, attempt), node: node, at: now) ?? true
    } else if !batches.isEmpty {
      isAdmitted = batches[batches.count == 1 ? 0 : Int(node)].admits(at: now)
    } else {
      return true
    }
    if !isAdmitted { shed += 1 }
    return isAdmitted
  }

  /// Attempts that admission would let in at `instant`, over the nodes that are up, so that together with its rate
  /// from then on it never lets more in: tokens, or a batch and the elapsed part of its stretch.
  public func tokens(at instant: Instant) -> Double {
    if batches.count == description.nodes {
      return upNodes.reduce(0) { $0 + batches[Int($1)].room(at: instant) }
    }
    if let batch = batches.first { return batch.room(at: instant) }
    if buckets.count == description.nodes {
      return upNodes.reduce(0) { $0 + buckets[Int($1)].tokens(at: instant) }
    }
    return buckets.first?.tokens(at: instant) ?? 0
  }

  // MARK: Slots

  /// Slots in use.
  public var slotsInUse: Int { slots?.inUse ?? 0 }
  /// How many slots there are now, in use or not.
  public var slotLimit: Int { slots?.limit ?? 0 }
  /// The most slots that were ever in use at once.
  public var slotsPeak: Int { slots?.peak ?? 0 }

  /// Traps where a slot has leaked: each belongs to an attempt that waits for its request or is at a station.
  public func checkSlots() {
    guard let slots else { return }
    let inside = atSetUpStations + slots.onTheRoad
    precondition(slots.inUse <= inside, "\(slots.inUse) slots are in use by \(inside) attempts")
  }

  /// An attempt is over for the gateway: it gives its slot back, if it holds one.
  @inline(__always)
  public func freeSlot(_ client: UInt32, _ attempt: UInt32, _ end: SlotEnd, at now: Instant) {
    if hasSlots { slots?.free(Slots.key(client, attempt), end, at: now) }
  }

  /// The handshake of an attempt is done, and the gateway waits for its request.
  @inline(__always)
  public func awaitsRequest(_ client: UInt32, _ attempt: UInt32, at now: Instant) {
    if hasSlots { slots?.awaitsRequest(Slots.key(client, attempt), at: now) }
  }

  /// The request of an attempt has come.
  @inline(__always)
  public func takesRequest(_ client: UInt32, _ attempt: UInt32) {
    if hasSlots { slots?.takesRequest(Slots.key(client, attempt)) }
  }

  /// The gateway hears that the client of an attempt has left.
  /// - Parameter isWithdrawn: a request of the attempt waited, and has been taken back.
  func clientLeft(
    _ client: UInt32, _ attempt: UInt32, isWithdrawn: Bool, at now: Instant
  ) {
    slots?.clientLeft(Slots.key(client, attempt), isWithdrawn: isWithdrawn, at: now)
  }

  /// The gateway closes the connections of attempts that their clients have given up.
  public func freeSlots(
    at now: Instant,
    where isHit: (_ client: UInt32, _ attempt: UInt32, _ node: UInt16) -> Bool
  ) {
    slots?.free(at: now, where: isHit)
  }
}
