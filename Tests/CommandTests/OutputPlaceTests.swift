import Foundation
import Testing

@Suite("where files are written")
struct OutputPlaceTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func link(_ path: String, to file: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.path(path), withDestinationPath: file)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path(folder)).sorted()
  }

  @Test("a page goes through no link, and takes no file away that is not its own")
  func pagesAndLinks() throws {
    #expect(try place.simulate("--clients", "20", "--out", "r", "--quiet").status == 0)
    try place.write("precious", to: "victim")
    try link(".r.page", to: "victim")
    try link("r/.report.html.page", to: "../victim")
    #expect(try place.simulate("report", "r").status == 0)
    #expect(try place.read("victim") == "precious" && names(".").contains(".r.page"))
    try FileManager.default.removeItem(atPath: place.path("r/report.html"))
    try link("r/report.html", to: "../victim")
    let ending = try place.simulate("report", "r")
    #expect(ending.status == 2 && ending.messages.contains("only a file is replaced"))
    #expect(try place.read("victim") == "precious")
  }

  @Test("several pages of one folder at a time are all written")
  func sideBySide() throws {
    #expect(try place.simulate("--clients", "20", "--out", "r", "--quiet").status == 0)
    let page = try place.read("r/report.html")
    let processes = try (0..<6).map { _ in try place.start(["report", "r"]) }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try place.read("r/report.html") == page)
    #expect(try names("r").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a file that a kill has left goes with the next one, and keeps no run from the folder")
  func leftovers() throws {
    let left = ".report.html.partial-\(UUID().uuidString.lowercased())"
    #expect(try place.simulate("--clients", "20", "--out", "r", "--quiet").status == 0)
    try place.write("half", to: "r/\(left)")
    #expect(try place.simulate("--clients", "20", "--out", "r", "--quiet").status == 0)
    #expect(!(try names("r")).contains(left))
    try place.write("half", to: "r/\(left)")
    // Only such a name counts: this one may be anybody's.
    try place.write("mine", to: ".t.partial-1")
    try place.write("half", to: ".t.partial-\(UUID().uuidString.lowercased())")
    #expect(try place.simulate("report", "r").status == 0)
    #expect(!(try names("r")).contains(left))
    #expect(try place.simulate("trace", "--clients", "2", "--out", "t", "-q").status == 0)
    #expect(try names(".").filter { $0.hasPrefix(".t.") } == [".t.partial-1"])
  }

  @Test("a device is written through")
  func streams() throws {
    let ending = try place.simulate("trace", "--clients", "2", "--out", "/dev/null", "-q")
    #expect(ending.status == 0, "\(ending.messages)")
  }
}
