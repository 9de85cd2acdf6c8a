import Testing

/// Expects that a command is refused with exit code 1 before its first event, with everything in
/// its place as it was.
///
/// - Parameter isLong: whether it would run for ten seconds, so that a refusal behind the run would
///   show.
func expectRefusal(
  of arguments: [String], in place: Place, isLong: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let before = Snapshot(place.work)
  let ending = try place.run(Launch(arguments))
  var faults = ending.faults(unless: 1)
  if faults.isEmpty, !ending.said.hasPrefix("error: ") { faults.append("it does not say why") }
  if !ending.results.isEmpty { faults.append("it was refused, and printed results") }
  if isLong, ending.seconds > 2 { faults.append("it took \(ending.seconds) s to be refused") }
  faults += Snapshot(place.work).changes(since: before) + place.strangers
  #expect(faults == [], "\(ending.description)", sourceLocation: sourceLocation)
}

/// A run that takes ten seconds in a release build.
func longRun(_ out: String) -> [String] { ["--clients", "1500k", "--quiet", "--out", out] }

/// Expects a command to end well, and a folder to be whole then.
func expectWhole(
  _ arguments: [String], _ folder: String, in place: Place, ignored: Set<String> = [],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let ending = try place.run(Launch(arguments))
  let faults = ending.faults(unless: 0, 3)
  #expect(faults == [], "\(ending.description)", sourceLocation: sourceLocation)
  let problems = flaws(ofResults: place.path(folder), ignored: ignored)
  #expect(problems == [], "\(ending.description)", sourceLocation: sourceLocation)
}
