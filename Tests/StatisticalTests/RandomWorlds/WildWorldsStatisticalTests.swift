import Findings
import Store
import Studies
import Testing
import Text
import Worlds

/// Worlds in which everything that can overlap does, played in every way in which a world can be
/// played. With SQUALL_WORLDS=100000 in the environment as many of them, with SQUALL_WORLD_MINUTES=60
/// as many as an hour has room for; each is then named on the standard error before it begins.
///
/// A failing test prints the least scenario that fails in the same way.
@Suite("Wild worlds", .enabled(if: isOptimised))
struct WildWorldsStatisticalTests {
  @Test func everyWorldIsTheSameHoweverItIsPlayed() {
    let survey = WildSurvey(.fromEnvironment)
    print(survey.text)
    for report in survey.reports() { Issue.record("\(report)") }
    // A generator whose worlds come to nothing proves nothing.
    let results = survey.seen["results"] ?? 0
    #expect(results >= survey.worlds * 3 / 4, "\(results) of \(survey.worlds) have results")
    #expect(survey.events >= survey.worlds * 1_000)
  }

  /// What the reader of scenarios allows, by its own words, is drawn: a key that is new there and not
  /// here fails. Among so many worlds, what one in 370 has is missing once in ten million times.
  @Test func everyScenarioKeyIsDrawn() {
    let allowed = Vocabulary.ofTheReader()
    #expect(allowed.keys.count > 200 && allowed.words.count > 150, "the reader was not heard")
    var drawn = Vocabulary()
    for number in 0..<6_000 {
      if let tree = RandomWorld(number, style: .wild).tree { drawn.add(tree) }
    }
    #expect(allowed.keys.subtracting(drawn.keys).sorted() == [])
    #expect(allowed.words.subtracting(drawn.words).sorted() == [])
  }

  @Test func everyWorldIsOneThatAUserMayWrite() {
    var unreadable: [String] = []
    for number in 0..<1_000 {
      let world = RandomWorld(number, style: .wild)
      do {
        _ = try Experiment(world.scenario())
      } catch {
        unreadable.append("world \(number): \(error)\n\(world)")
      }
    }
    for text in unreadable.prefix(3) {
      Issue.record("\(unreadable.count) cannot be read, such as this one: \(text)")
    }
  }

  @Test func whatIsLeftToChanceIsAmongTheProperties() {
    #expect(WorldProperty.leftToChance.isSubset(of: WorldProperty.all.map(\.name)))
  }
}
