import Primitives

// The faults are known in advance, so the world answers for any moment of the run, past or to come.
// The effect of a fault of one node depends on the client's present connection.
extension World {
  /// The change that faults make to a client's path at a moment.
  public func pathChange(_ subject: Subject, at instant: Instant) -> PathChange {
    var change = PathChange()
    var survivalOut = 1.0
    var survivalBack = 1.0
    for span in spans where span.isInForce(at: instant) && concerns(span.fault, subject) {
      change.times *= span.fault.latencyTimes
      if span.fault.spreadsLatency {
        change.spreadsLatency = true
      } else {
        change.add = change.add + span.fault.latencyAdd
      }
      var loss = (out: span.fault.lossOut, back: span.fault.lossBack)
      if span.fault.isFade, let fade = fades[Int(span.fault.number)] {
        loss = fade.loss(of: subject.client, at: instant, random)
        change.isFading = true
      }
      survivalOut *= 1 - loss.out
      survivalBack *= 1 - loss.back
    }
    change.lossOut = 1 - survivalOut
    change.lossBack = 1 - survivalBack
    return change
  }

  /// Returns true if a fault's fade is in its bad state for a client's packets, or for those that it is sent.
  public func isFading(_ subject: Subject, isOut: Bool, at instant: Instant) -> Bool {
    spans.contains { span in
      span.fault.isFade && span.isInForce(at: instant) && concerns(span.fault, subject)
        && fades[Int(span.fault.number)]?.isBad(isOut, for: subject.client, at: instant, random)
          ?? false
    }
  }

  /// Returns true if a packet that comes to the gateway at a moment gets lost, as nothing gets
  /// through then.
  public func swallows(_ subject: Subject, at instant: Instant) -> Bool {
    compiled.contains { fault in
      fault.barrier != .none && isInForce(Int(fault.number), at: instant)
        && !reach(through: fault, subject, at: instant).carriesPackets && concerns(fault, subject)
    }
  }

  /// Returns true if nothing gets through between a client and the gateway, one way at least, as everything is
  /// lost.
  public func losesEverything(_ subject: Subject, at now: Instant) -> Bool {
    spans.contains {
      $0.fault.losesEverything && $0.isInForce(at: now) && concerns($0.fault, subject)
    }
  }

  /// Returns true if no node is up at a moment, and the listener is silent.
  public func isClosedSilently(at instant: Instant) -> Bool {
    let active = timeline.faults.indices.filter { isInForce($0, at: instant) }
    let down = Set(active.flatMap { timeline.downNodes(of: $0, at: instant) })
    return down.count >= timeline.nodes && closedListener(active, at: instant) == .silent
  }

  func isInForce(_ number: Int, at instant: Instant) -> Bool {
    timeline.faults[number].at <= instant
      && timeline.end(of: number).map { instant < $0 } ?? true
  }
}

/// The time in which a fault changes paths: [begin, end).
struct PathSpan {
  var fault: CompiledFault
  var begin: Instant
  var end: Instant

  func isInForce(at instant: Instant) -> Bool { begin <= instant && instant < end }
}
