import Foundation
import Measurements
import Primitives
import TestRuns
import Testing

@testable import Store
@testable import Studies
@testable import Text

@Suite struct HistogramTextTests {
  @Test func readsBack() throws {
    var recorder = DurationRecorder()
    for millisecond in 1...1000 { recorder.record(.milliseconds(Int64(millisecond))) }
    let lines = histogramText(recorder).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
    #expect(lines[1] == "")
    let rows = lines.dropFirst(2).prefix { !$0.hasPrefix("#") }.map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    #expect(rows.dropLast().allSatisfy { $0.count == 4 })
    #expect(rows.first?[1] == 0)
    #expect(rows.last?.count == 3)
    #expect(rows.last?[1] == 1)
    #expect(rows.last?[2] == 1000)
    var last = [0.0, 0, 0]
    for row in rows {
      #expect(row[0] >= last[0] && row[1] >= last[1] && row[2] >= last[2])
      // Values are within the three digits kept, counts reach the level asked for.
      #expect(abs(row[0] - row[2]) <= 1 + row[2] / 1000)
      #expect(row[2] >= (row[1] * 1000).rounded(.down))
      last = row
    }
    let median = try #require(rows.first { $0[1] >= 0.5 })
    #expect(abs(median[0] - 500) < 0.5)
    #expect(median[3] == 2)
    let trailer = lines.suffix(4)
    #expect(trailer.first?.hasPrefix("#[Mean    =      500.") == true)
    #expect(trailer.dropFirst().first == "#[Max     =     1000.000, Total count    =         1000]")
    #expect(
      trailer.dropFirst(2).first == "#[Buckets =           27, SubBuckets     =         2048]")
    #expect(trailer.last == "")
  }

  /// 900 of 1,000 are back within a second; the others never are: the curve ends at 90 %.
  @Test func whatIsNeverReachedRanksLast() throws {
    var recorder = DurationRecorder()
    for millisecond in 1...900 { recorder.record(.milliseconds(Int64(millisecond))) }
    let lines = histogramText(recorder, infinite: 100).split(separator: "\n")
    let rows = lines.dropFirst().prefix { !$0.hasPrefix("#") }.map { line in
      line.split(separator: " ").compactMap { Double($0) }
    }
    #expect(rows.allSatisfy { $0.count == 4 })
    let last = try #require(rows.last)
    #expect(abs(last[1] - 0.9) < 1e-9 && last[2] == 900 && last[3] == 10)
    // Half of all, not half of those that came back.
    let median = try #require(rows.first { $0[1] >= 0.45 })
    #expect(abs(median[0] - 450) < 1)
    #expect(lines.contains("#[Never   =          100]"))
  }

  @Test func empty() {
    let text = histogramText(DurationRecorder(digits: .two))
    #expect(
      text == """
               Value     Percentile TotalCount 1/(1-Percentile)

        #[Mean    =        0.000, StdDeviation   =        0.000]
        #[Max     =        0.000, Total count    =            0]
        #[Buckets =           30, SubBuckets     =          256]

        """)
  }

  @Test func oneDistributionOneFile() throws {
    var run = restartRun()
    let files = try summary(run).distributions.map(\.file)
    #expect(
      files.filter { !$0.hasPrefix("spread") }
        == ["recover", "recover-away", "recover-last", "downtime", "interruption", "detect"])
    #expect(files[0] == "spread-01" && files[12] == "spread-clear")
    run.course.clear = nil
    #expect(try !summary(run).distributions.map(\.file).contains("recover"))
  }
}
