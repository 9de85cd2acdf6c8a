import Studies

/// Returns the lines that GitHub shows beside a workflow: one line for each thing that failed.
///
/// The runner reads such lines from stdout and stderr alike. It shows ten errors of a step, so the last of
/// them counts those that have no line of their own.
package func pipelineAnnotations(_ verdicts: [Verdict]) -> [String] {
  let failed = verdicts.filter(\.fails)
  let own = failed.count > mostAnnotations ? mostAnnotations - 1 : failed.count
  let lines = failed.prefix(own).map { verdict in
    annotation(title(verdict), verdict.sentence)
  }
  let rest = failed.count - own
  if rest == 0 { return lines }
  return lines + [
    annotation("\(rest) more", "\(rest) more of \(failed.count) failures: the summary lists them")
  ]
}

/// How many GitHub shows of one step.
private let mostAnnotations = 10

private func title(_ verdict: Verdict) -> String {
  switch verdict.group {
  case .promises: "Promise broken in \(verdict.subject)"
  case .baseline: "Worse than the baseline in \(verdict.subject)"
  }
}

private func annotation(_ title: String, _ message: String) -> String {
  "::error title=\(escapedProperty(title))::\(escapedMessage(message))"
}

/// Escapes the characters that would end the line, and the sign that escapes them.
private func escapedMessage(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "%": result += "%25"
    case "\r": result += "%0D"
    case "\n": result += "%0A"
    case _: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Escapes the same, and the characters that would end a property.
private func escapedProperty(_ text: String) -> String {
  escapedMessage(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
}
