import Foundation
import Testing

@Suite("Warnings")
struct WarningTests {
  private func run(_ place: Workplace, _ arguments: String...) throws -> Ending {
    let process = try place.start(arguments)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  @Test("what is probably not meant is said before the run, once, and not with --quiet")
  func warnings() throws {
    let place = try Workplace()
    let formula = "min(60000, 1000*2^x)"
    let doubt = "warning: '\(formula)' waits up to 4000 s (1.1 h) after 2 failures: bare numbers "
    let promise = "warning: no figure can break the promise 'gave_up >= 0'"
    let plain = try run(
      place, "--clients", "20", "--duration", "3m", "--backoff", formula, "--no-out", "--slo",
      "gave_up >= 0")
    #expect(plain.messages.components(separatedBy: doubt).count == 2)
    #expect(plain.messages.contains("write 60s or 60000ms\n"))
    #expect(plain.messages.contains(promise))
    let quiet = try run(
      place, "--clients", "20", "--duration", "3m", "--backoff", formula, "--no-out", "--quiet")
    #expect(quiet.messages.isEmpty)
    for verb in [["backoffs", formula], ["sweep", "--clients", "20", "--duration", "3m"]] {
      let arguments = verb[0] == "sweep" ? verb + ["--backoff", formula] : verb
      let process = try place.start(arguments)
      process.waitUntilExit()
      let ending = try place.ending(of: process)
      #expect(ending.status == 0 && ending.messages.contains(doubt), "\(verb)")
    }
    try place.write("clients: {backoff: '\(formula)'}\nslo: [gave_up >= 0]\n", to: "a.yaml")
    let checked = try run(place, "validate", "a.yaml")
    #expect(checked.status == 0 && checked.results == "a.yaml: ok\n")
    #expect(checked.messages.contains(doubt) && checked.messages.contains(promise))
  }
}
