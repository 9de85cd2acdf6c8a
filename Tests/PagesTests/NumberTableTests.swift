import Foundation
import Testing

@testable import Pages

@Suite("The columns of a table of numbers")
struct NumberTableTests {
  private let table = NumberTable(
    "t_s,arrivals,busy\n0,12,0.5\n\n1,,inf\n2,-3\n3,1e16,x\n4,007.250,1.\n")

  @Test func areReadByName() {
    #expect(table.names == ["t_s", "arrivals", "busy"] && table.count == 5)
    #expect(table.column("t_s") == [0, 1, 2, 3, 4])
    #expect(table.column("arrivals") == [12, nil, -3, nil, 7.25])
    #expect(table.column("busy") == [0.5, nil, nil, nil, 1])
    #expect(table.figures("arrivals") == [12, 0, -3, 0, 7.25])
    #expect(table.column("none") == nil && table.figures("none") == [])
  }

  @Test func giveTheirFieldsAsTheyStand() {
    #expect(table.text("arrivals", 4) == "007.250" && table.text("busy", 2) == "")
    #expect(table.text("none", 0) == "")
    #expect(table.hasChanged("arrivals", at: 1) && !table.hasChanged("none", at: 1))
  }

  @Test(arguments: ["", "\n", "a", "a\n", "a,b\n\n\n", ",\n,\n"])
  func mayBeEmpty(text: String) {
    let table = NumberTable(text)
    for name in table.names { #expect(table.column(name)?.count == table.count) }
  }

  /// The quick way to read short numbers gives the very double that the general way gives.
  @Test func areReadExactly() {
    var state: UInt64 = 7
    var texts: [String] = []
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = "\(state >> 14)".prefix(Int(state % 15) + 1)
      let cut = digits.index(
        digits.startIndex, offsetBy: Int(state / 16 % UInt64(digits.count + 1)))
      texts.append("\(digits[..<cut]).\(digits[cut...])")
    }
    let column = NumberTable("a\n" + texts.joined(separator: "\n")).column("a") ?? []
    #expect(column.count == texts.count)
    for (text, number) in zip(texts, column) { #expect(number == figure(text), "\(text)") }
  }
}
