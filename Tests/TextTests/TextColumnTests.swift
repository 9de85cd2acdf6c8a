import Testing

@testable import Text

@Suite("Columns side by side") struct TextColumnTests {
  private let columns = [
    TextColumn(cells: ["kafka", "aws"], width: 7, isRight: false),
    TextColumn(title: "99 % back", cells: ["1.5 s", "never"]),
    TextColumn(title: "note", cells: ["", "gave up"], isRight: false),
  ]

  @Test func eachIsAsWideAsItsWidestText() {
    #expect(
      columns.lines() == [
        "          99 % back note", "  kafka       1.5 s", "  aws         never gave up",
      ])
  }

  @Test func aRuleStandsBelowTheTitles() {
    #expect(
      columns.lines(indent: "", isRuled: true) == [
        "        99 % back note", "------- --------- -------", "kafka       1.5 s",
        "aws         never gave up",
      ])
  }

  @Test func aTableWithoutRowsHasNoLines() {
    #expect([TextColumn(title: "p", cells: [])].lines() == [])
    #expect([TextColumn]().lines() == [])
  }
}
