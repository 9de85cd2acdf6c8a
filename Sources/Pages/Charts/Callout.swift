import Charts

/// A text beside a point, at the first of several places where it covers nothing. Without such a place it is
/// left out.
struct Callout {
  let text: String
  let style: String
  let x: Double
  let y: Double
  /// How far what it stands beside reaches from the point, along the horizontal axis.
  let reach: Double
  let places: [Place]
  /// True if it stands at the end of the panel's title where no place is free.
  let isForTitle: Bool

  typealias Place = (x: Double, y: Double, anchor: Label.Anchor)

  init(
    _ text: String, _ style: String = "lab b halo", x: Double, y: Double, reach: Double = 0,
    at places: [Place], isForTitle: Bool = false
  ) {
    self.text = text
    self.style = style
    self.x = x
    self.y = y
    self.reach = reach
    self.places = places
    self.isForTitle = isForTitle
  }

  func candidates(_ frame: Frame) -> [Label] {
    places.map { place in
      let side = place.anchor == .start ? reach : place.anchor == .end ? -reach : 0
      return Label(
        text, style, x: frame.x(x + side) + place.x, y: frame.height(y) + place.y,
        anchor: place.anchor)
    }
  }
}

/// Places in ascending order with a gap between them, as near as can be to those wished for.
func spread(_ wishes: [Double], gap: Double, to end: Double) -> [Double] {
  var places: [Double] = []
  for wish in wishes { places.append(max(wish, (places.last ?? -.infinity) + gap)) }
  var least = end + gap
  for place in places.indices.reversed() {
    places[place] = min(places[place], least - gap)
    least = places[place]
  }
  return places
}
