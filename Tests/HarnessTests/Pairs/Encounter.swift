import Foundation

/// Two starts of one command with different seeds and one results folder, at nearly the same time.
struct Encounter {
  let number: Int
  let reference: KillReference
  /// Words in front of both command lines.
  let wrapper: [String]

  private var target: KillTarget { reference.target }

  func findings(_ tally: Tally) throws -> [Finding] {
    var dice = Dice(7, case: number)
    let place = try Place()
    try target.prepare(place)
    if dice.chance(0.5) { _ = try place.run(target.launch(seed: 1)) }
    let one = try place.start(launch(seed: 1))
    // How far the first gets before the second begins.
    usleep(UInt32(Double(dice.below(1_000)) * 1_000 * reference.seconds))
    let other = try place.start(launch(seed: 2))
    let endings = [try one.finish(), try other.finish()]
    tally.add(endings.map { "\($0.status ?? -1)" }.joined(separator: "+"))
    let found = endings.flatMap(Self.complaints) + faults(of: place, endings)
    if found.isEmpty { return [] }
    let story = endings.map(\.description).joined(separator: "\n")
    return [Finding(number, found.map { "two of a \(target.name): \($0)" }, story)]
  }

  private func launch(seed: Int) -> Launch {
    var launch = target.launch(seed: seed)
    launch.wrapper = wrapper
    return launch
  }

  /// Each ends well, or says why it does not.
  private static func complaints(_ ending: Ending) -> [String] {
    let faults = ending.faults(unless: 0, 1, 2, 3)
    if !faults.isEmpty || ending.status == 0 || ending.status == 3 { return faults }
    return ending.said.hasPrefix("error: ") ? [] : ["it was refused without a word"]
  }

  /// One of them at least has written its results, and nothing else is left.
  private func faults(of place: Place, _ endings: [Ending]) -> [String] {
    let seeds = [1, 2].filter { target.isGood(endings[$0 - 1]) }
    if seeds.isEmpty { return ["both were refused"] }
    let folder = target.isInPlace ? place.work : place.path("r")
    let faults = reference.faults(in: folder, seeds: seeds)
    if target.isInPlace || place.names() == ["r"] { return faults }
    return faults + ["there is \(place.names())"]
  }
}
