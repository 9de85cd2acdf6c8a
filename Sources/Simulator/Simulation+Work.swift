import Primitives
import Sessions

// What an attempt has cost the gateway: held back until it is known whether it was good for anything.
extension Simulation {
  func spend(_ duration: Interval, _ client: UInt32, attempt: UInt32) {
    guard isPresent(client, attempt) else {
      recorder.wastedWork = recorder.wastedWork.addingSaturated(duration)
      return
    }
    if clients[client].link.contains(.succeeded) {
      recorder.usefulWork = recorder.usefulWork.addingSaturated(duration)
    } else {
      let spent = UInt64(clients[client].work) + UInt64(duration.nanoseconds / 1_000)
      clients[client].work = UInt32(min(spent, UInt64(UInt32.max)))
    }
  }

  func spendOnCall(_ duration: Interval, _ client: UInt32) {
    // A call that belongs to no connection is worth what it answers.
    if clients[client].slot.machine.repeatsCalls {
      recorder.usefulWork = recorder.usefulWork.addingSaturated(duration)
    } else {
      spend(duration, client, attempt: clients[client].slot.attempt)
    }
  }

  func bookWork(_ client: UInt32, wasUseful: Bool) {
    let work = Interval.microseconds(Int64(clients[client].work))
    clients[client].work = 0
    if wasUseful {
      recorder.usefulWork = recorder.usefulWork.addingSaturated(work)
    } else {
      recorder.wastedWork = recorder.wastedWork.addingSaturated(work)
    }
  }
}
