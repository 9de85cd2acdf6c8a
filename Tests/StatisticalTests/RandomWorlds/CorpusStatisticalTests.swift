import Foundation
import Testing
import Worlds

/// Every scenario that has ever caught anything is played again, in every way in which it can be.
@Suite("The corpus", .enabled(if: isOptimised))
struct CorpusStatisticalTests {
  @Test(arguments: CorpusFile.all) func theCorpusHolds(file: CorpusFile) {
    let trial = WildTrial(file.text, most: 60)
    for (property, complaints) in trial.complaints.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(property): \(complaints.joined(separator: "; ")) (\(file.reason))")
    }
    // An error of the scenario's, or one that is too long, would hold for ever.
    #expect(trial.notes == ["results"])
  }

  /// What a world reads from memory, a user reads from the folder.
  @Test func theFilesOfWorldsAreThere() throws {
    for (name, text) in WorldFiles.texts {
      let path = CorpusFile.folder.appendingPathComponent(name)
      #expect(try String(contentsOf: path, encoding: .utf8) == text, "\(name)")
    }
  }

  @Test func everyFileSaysWhatItCaught() {
    #expect(CorpusFile.all.count >= 12)
    for file in CorpusFile.all { #expect(!file.reason.isEmpty, "\(file.name)") }
  }
}
