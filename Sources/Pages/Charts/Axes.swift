import Charts

/// The sides of a panel, and the lines and names along them.
struct Axes {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double

  var box: Box { Box(from: (left, top), to: (right, bottom)) }

  /// The line below the panel.
  var base: Element { segment("base", left, bottom, right, bottom) }

  /// Lines across the panel at the ticks of a vertical axis, with their names on the left, and the line
  /// below the panel.
  func vertical(_ scale: Scale, _ axis: Axis) -> [Element] {
    let lines = axis.ticks.map { ($0, scale($0)) }.flatMap { tick, y -> [Element] in
      let line = tick == axis.domain.lowerBound ? [] : [segment("grid", left, y, right, y)]
      let name = Label(axis.text(tick), "ax", size: 12, x: left - 7, y: y + 4, anchor: .end)
      return line + [name.element]
    }
    return lines + [base]
  }

  /// Lines up the panel at the ticks of a horizontal axis. The left side has none.
  func columns(_ scale: Scale, _ axis: Axis) -> [Element] {
    axis.ticks.map { scale($0) }.filter { $0 > left + 0.5 }
      .map { segment("grid", $0, top, $0, bottom) }
  }

  /// The ticks of a horizontal axis below the panel, their names as long as those do not touch, and its
  /// title.
  func horizontal(_ scale: Scale, _ axis: Axis) -> [Element] {
    var taken: [Box] = []
    var labels: [Label] = []
    for tick in axis.first + axis.ticks {
      let label = Label(
        axis.text(tick), "ax", size: 12, x: scale(tick), y: bottom + 17, anchor: .middle)
      let room = label.box.widened(by: 3)
      guard !taken.contains(where: room.overlaps) else { continue }
      taken.append(room)
      labels.append(label)
    }
    if !axis.title.isEmpty {
      labels.append(Label(axis.heading, "ax", size: 12, x: right, y: bottom + 36, anchor: .end))
    }
    return axis.ticks.map { segment("tick", scale($0), bottom, scale($0), bottom + 4) }
      + labels.map(\.element)
  }
}
