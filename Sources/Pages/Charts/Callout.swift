import Charts

/// A text beside a point, at the first of several places where it covers nothing. Without such a place it is
/// left out.
struct Callout {
  let text: String
  var style = "lab b halo"
  let x: Double
  let y: Double
  /// How far what it stands beside reaches from the point, along the horizontal axis.
  var reach = 0.0
  let places: [Place]
  /// True if it stands at the end of the panel's title where no place is free.
  var isForTitle = false

  typealias Place = (x: Double, y: Double, anchor: Label.Anchor)

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
