import Primitives

// Packets of clients of whose weather nothing has been looked at yet.
extension Path {
  /// As `segmentDelay` near known places.
  public func segmentDelay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, on timeline: some PathTimeline,
    silencesAtRadio: Bool = false, _ random: RandomSource
  ) -> Interval {
    var places = WeatherPlaces()
    return segmentDelay(
      key, direction, sentAt: sent, on: timeline, silencesAtRadio: silencesAtRadio, near: &places,
      random)
  }

  /// As `exchangeDelay` near known places.
  public func exchangeDelay(
    at sent: Instant, client: UInt32, attempt: UInt32, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> Interval {
    var places = WeatherPlaces()
    return exchangeDelay(
      at: sent, client: client, attempt: attempt, on: timeline, near: &places, random)
  }

  /// As `fate` near known places.
  public func fate(
    ofSyn syn: Int, _ key: PacketKey, sentAt sent: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> FirstPacketFate {
    var places = WeatherPlaces()
    return fate(ofSyn: syn, key, sentAt: sent, on: timeline, near: &places, random)
  }
}
