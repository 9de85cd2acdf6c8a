import Primitives
import Sessions

// What an attempt has cost the gateway: held back until it is known whether it was good for anything.
extension Simulation {
  func spend(_ duration: Interval, _ client: UInt32, attempt: UInt32) {
    let ledger = clients.ledger(client)
    guard isPresent(client, attempt) else {
      recorder.wastedWork = recorder.wastedWork.addingSaturated(duration)
      return
    }
    if clients[client].link.contains(.succeeded) {
      recorder.usefulWork = recorder.usefulWork.addingSaturated(duration)
    } else {
      let spent = UInt64(ledger.pointee.work) + UInt64(duration.nanoseconds / 1_000)
      ledger.pointee.work = UInt32(min(spent, UInt64(UInt32.max)))
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
    // An attempt that no node took in has cost nothing.
    if clients[client].node == ClientRecord<Machine>.noNode { return }
    let ledger = clients.ledger(client)
    let work = Interval.microseconds(Int64(ledger.pointee.work))
    ledger.pointee.work = 0
    if wasUseful {
      recorder.usefulWork = recorder.usefulWork.addingSaturated(work)
    } else {
      recorder.wastedWork = recorder.wastedWork.addingSaturated(work)
    }
  }
}
