import Systems
import Words

/// Returns the lines that each session system of the fleet has beside those that stand above.
func systemLines(_ reading: RunReading, width: Int) -> [String] {
  reading.fleet.sessions.flatMap(\.figures.lines).flatMap { line in
    let items = line.items.flatMap { phrases in
      let texts = phrases.map(reading.text)
      return texts.count == 1 ? texts : pieces(texts, room: width - labelWidth)
    }
    return labelled(line.label, items, width: width)
  }
}

extension RunReading {
  fileprivate func text(_ phrase: FigurePhrase) -> String {
    phrase.parts.map { part in
      switch part {
      case .words(let words): words
      case .metric(let path): text(path)
      case .share(let path, of: let whole): share(count(path), of: count(whole))
      }
    }.joined()
  }
}
