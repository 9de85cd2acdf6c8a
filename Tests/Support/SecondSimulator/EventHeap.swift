/// What an event is. Within a client's instant, arrivals come before timers.
enum Moment: UInt8 {
  case conditionChanges
  // At the gateway.
  case firstPacket
  case authArrives
  case apiArrives
  case serviceEnds
  case rejectionEnds
  case noticeArrives
  // At the client: arrivals, then timers, then the system's own first packets.
  case flaps
  case failed
  case dropLearned
  case opened
  case readyArrives
  case connected
  case connectTimesOut
  case callTimesOut
  case pongTimesOut
  case heartbeat
  case retry
  case synAgain
  case synGivesUp
  case systemGivesUp
}

/// One event: when, in which order within the instant, and for whom.
struct Event {
  var time: Int64
  /// Class, owner, kind and stamp: fault, then gateway, then client.
  var rank: UInt64
  var client: Int32
  var attempt: Int32
  /// The node of a job, or the number of a condition.
  var place: Int16
  var moment: Moment
  /// The stage of a service, or the reason of a failure.
  var detail: UInt8
}

/// The events to come, least first: a binary heap.
struct EventHeap {
  private var items: [Event] = []

  var isEmpty: Bool { items.isEmpty }
  var first: Event? { items.first }

  private static func precedes(_ left: Event, _ right: Event) -> Bool {
    left.time != right.time ? left.time < right.time : left.rank < right.rank
  }

  mutating func push(_ event: Event) {
    items.append(event)
    items.withUnsafeMutableBufferPointer { items in
      var hole = items.count - 1
      while hole > 0 {
        let parent = (hole - 1) / 2
        guard EventHeap.precedes(event, items[parent]) else { break }
        items[hole] = items[parent]
        hole = parent
      }
      items[hole] = event
    }
  }

  mutating func pop() -> Event? {
    guard let last = items.popLast() else { return nil }
    guard let least = items.first else { return last }
    items.withUnsafeMutableBufferPointer { items in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < items.count else { break }
        if child + 1 < items.count, EventHeap.precedes(items[child + 1], items[child]) {
          child += 1
        }
        guard EventHeap.precedes(items[child], last) else { break }
        items[hole] = items[child]
        hole = child
      }
      items[hole] = last
    }
    return least
  }
}
