import Charts
import Words

/// Something in a panel, at values of its axes.
struct Mark {
  let elements: (Frame) -> [Element]
  /// The boxes that no text should cover.
  var boxes: (Frame) -> [Box] = { _ in [] }

  typealias Point = (x: Double, y: Double)
}

/// A panel in a drawing.
struct Frame {
  let axes: Axes
  let x: Scale
  let y: Scale

  init(_ axes: Axes, x: Axis, y: Axis = .whole) {
    self.axes = axes
    self.x = x.scale(from: axes.left, to: axes.right)
    self.y = y.scale(from: axes.bottom, to: axes.top)
  }

  /// How far the line above the panel is away on which infinite figures stand.
  static let gutter = 20.0

  func height(_ value: Double) -> Double {
    value.isFinite ? y(value) : axes.top - Self.gutter
  }

  func places(_ points: [Mark.Point]) -> [Mark.Point] { points.map { (x($0.x), height($0.y)) } }

  /// No more than one place for each unit of the drawing, the first and the last among them.
  func thinned(_ points: [Mark.Point]) -> [Mark.Point] {
    let places = places(points)
    guard let last = places.last else { return places }
    var kept: [Mark.Point] = []
    for place in places where kept.last.map({ place.x - $0.x >= 1 }) ?? true { kept.append(place) }
    if let end = kept.last, end.x != last.x { kept.append(last) }
    return kept
  }
}

// MARK: Lines and areas

extension Mark {
  static func line(_ points: [Point], _ style: String) -> Mark {
    Mark { [Path.line($0.places(points)).element(style)] }
  }

  /// A line through values that may lie nearer to each other than can be drawn.
  static func series(_ points: [Point], _ style: String) -> Mark {
    Mark { [Path.line($0.thinned(points)).element(style)] }
  }

  /// The area between two series.
  static func area(_ upper: [Point], _ lower: [Point], _ style: String) -> Mark {
    Mark { frame in
      var path = Path.line(frame.thinned(upper) + frame.thinned(lower).reversed())
      path.close()
      return [path.element(style)]
    }
  }

  /// The area between a line and 0.
  static func shape(_ points: [Point], _ style: String) -> Mark {
    Mark { [Path.area($0.places(points), above: $0.y(0)).element(style)] }
  }

  /// A line that changes from value to value at once.
  /// - Parameter isOpen: true if the last value holds until the end of the axis.
  static func stairs(_ points: [Point], isOpen: Bool = false, _ style: String) -> Mark {
    Mark { frame in
      let places = frame.places(points)
      guard let first = places.first else { return [] }
      var path = Path()
      path.move(first.x, first.y)
      for place in places.dropFirst() {
        path.horizontal(place.x)
        path.vertical(place.y)
      }
      if isOpen { path.horizontal(frame.axes.right) }
      return [path.element(style)]
    } boxes: { frame in
      let places = frame.places(points)
      return zip(places, places.dropFirst()).flatMap { one, next in
        [
          Box(from: (one.x, one.y - 1), to: (next.x, one.y + 1)),
          Box(from: (next.x - 1, one.y), to: (next.x + 1, next.y)),
        ]
      }
    }
  }

  /// Bars side by side; orange above a limit.
  static func bars(_ bars: Bars, limit: Double? = nil, _ style: String = "fd") -> Mark {
    Mark { frame in
      let paths = bars.merged(frame.x).paths(frame.x, frame.y, limit: limit)
      return [(paths.below, style), (paths.above, "fo")].filter { !$0.0.isEmpty }
        .map { $0.element($1) }
    } boxes: {
      bars.boxes($0.x, $0.y)
    }
  }

  /// The whole height of the panel between two values.
  static func band(_ from: Double, _ to: Double) -> Mark {
    Mark { frame in
      let (from, to) = (frame.x(from), frame.x(to))
      let box = Box(from: (from, frame.axes.top), to: (to, frame.axes.bottom))
      return to > from ? [rectangle("band", box)] : []
    }
  }

  /// A line across the panel, with its name at the right end.
  /// - Parameter isBeside: true if the name stands on the right of the panel.
  static func level(
    _ value: Double, _ name: String = "", isBeside: Bool = false, style: String = "lab halo"
  ) -> Mark {
    func label(_ frame: Frame) -> Label {
      let (y, right) = (frame.y(value), frame.axes.right)
      if isBeside { return Label(name, style, x: right + 8, y: y + 4) }
      let isAbove = y - 18 > frame.axes.top
      return Label(name, style, x: right, y: isAbove ? y - 5 : y + 17, anchor: .end)
    }
    return Mark { frame in
      let (axes, y) = (frame.axes, frame.y(value))
      let line = segment("lim", axes.left, y, axes.right, y)
      return name.isEmpty ? [line] : [line, label(frame).element]
    } boxes: {
      name.isEmpty ? [] : [label($0).box]
    }
  }
}

// MARK: Points

extension Mark {
  /// - Parameter title: what it says when it is pointed at.
  static func dot(
    _ x: Double, _ y: Double, _ style: String, radius: Double = 5, title: String = ""
  ) -> Mark {
    Mark { frame in
      let dot = Charts.dot(style, frame.x(x), frame.height(y), radius: radius)
      return title.isEmpty ? [dot] : [Element("g", [:], [Element("title", text: title), dot])]
    } boxes: {
      [Box(from: ($0.x(x), $0.height(y)), to: ($0.x(x), $0.height(y))).widened(by: radius)]
    }
  }

  /// Many small points. Of those that would lie on each other, one is drawn.
  static func cloud(
    _ points: [(x: Double, y: Double, isFilled: Bool)], radius: Double
  ) -> Mark {
    struct Cell: Hashable {
      let x: Int
      let y: Int
      let isFilled: Bool
    }
    return Mark { frame in
      var seen = Set<Cell>()
      return points.compactMap { point in
        let (x, y) = (frame.x(point.x), frame.y(point.y))
        let cell = Cell(
          x: Int(clamped: (x / 4).rounded()), y: Int(clamped: (y / 4).rounded()),
          isFilled: point.isFilled)
        guard seen.insert(cell).inserted else { return nil }
        return Charts.dot(point.isFilled ? "cf" : "ch", x, y, radius: radius)
      }
    }
  }

  /// The line of an interval along either axis.
  /// - Parameters:
  ///   - cap: half the length of the lines at its ends.
  ///   - below: how far it stands below its place.
  static func interval(
    _ from: Point, _ to: Point, cap: Double = 0, below: Double = 0, _ style: String = "whisk"
  ) -> Mark {
    Mark { frame in
      let ends = frame.places([from, to]).map { (x: $0.x, y: $0.y + below) }
      let isUpright = from.x == to.x
      let (dx, dy) = isUpright ? (cap, 0) : (0, cap)
      let caps = ends.map { segment(style, $0.x - dx, $0.y - dy, $0.x + dx, $0.y + dy) }
      let end = isUpright || cap == 0 ? ends[1].x : max(ends[1].x, ends[0].x + 1)
      return [segment(style, ends[0].x, ends[0].y, end, ends[1].y)] + (cap > 0 ? caps : [])
    } boxes: { frame in
      let ends = frame.places([from, to])
      let box = Box(from: (ends[0].x, ends[0].y - 1), to: (ends[1].x, ends[1].y + 1))
      return box.width > 12 ? [box] : []
    }
  }
}
