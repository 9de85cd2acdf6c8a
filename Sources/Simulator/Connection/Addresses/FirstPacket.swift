import NetworkModel

/// A first packet (SYN) of an attempt.
struct FirstPacket: BitwiseCopyable {
  /// The place of its address in the order in which the attempt tries them: 0...7.
  var place: Int
  /// The try at that address: 0...15.
  var syn: Int

  init(place: Int = 0, syn: Int) {
    self.place = place
    self.syn = syn
  }

  /// The operand of the event that sends it.
  init(operand: UInt8) { self.init(place: Int(operand >> 4), syn: Int(operand & 15)) }
  var operand: UInt8 { UInt8(place << 4 | syn) }

  /// The next one to the same address.
  var next: FirstPacket { FirstPacket(place: place, syn: syn + 1) }

  func key(_ client: UInt32, _ attempt: UInt32) -> PacketKey {
    PacketKey(client: client, attempt: attempt, syn: syn, place: place)
  }
}
