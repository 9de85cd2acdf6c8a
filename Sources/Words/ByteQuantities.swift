/// Parses `1Gbit/s`, `500kbit/s`: bits a second, decimal. The sign is kept.
package func parseBitRate(_ text: String) throws(QuantityError) -> Double {
  let form = "write a number and bit/s, kbit/s, Mbit/s or Gbit/s, such as 100Mbit/s"
  guard let quantity = Quantity(text) else {
    throw QuantityError("'\(text)' is not a bit rate: \(form)")
  }
  if let zeros = bitRateUnits.first(where: { $0.name == quantity.unit })?.zeros {
    return quantity.value(shiftedBy: zeros)
  }
  if quantity.unit.isEmpty { throw QuantityError("\(text) has no unit: write \(text)bit/s") }
  if let meant = bitRate(meantBy: quantity.unit) {
    throw QuantityError("'\(text)' is not a bit rate: write \(quantity.text)\(meant)")
  }
  throw QuantityError("'\(text)' is not a bit rate: \(form)")
}

/// Parses `50kB`, `2MB`, `800B`: whole bytes, decimal. The sign is kept.
package func parseBytes(_ text: String) throws(QuantityError) -> Int {
  let form = "write a number and B, kB, MB or GB, such as 50kB"
  guard let quantity = Quantity(text) else {
    throw QuantityError("'\(text)' is not a size: \(form)")
  }
  guard let zeros = byteUnits.first(where: { $0.name == quantity.unit })?.zeros else {
    if quantity.unit.isEmpty { throw QuantityError("\(text) has no unit: write \(text)B") }
    if let meant = bytes(meantBy: quantity.unit) {
      throw QuantityError("'\(text)' is not a size: write \(quantity.text)\(meant)")
    }
    throw QuantityError("'\(text)' is not a size: \(form)")
  }
  guard let count = Int(exactly: quantity.value(shiftedBy: zeros)) else {
    throw QuantityError("\(text) is not a whole number of bytes")
  }
  return count
}

/// The rate in the largest unit that makes it a short number; `parseBitRate` reads it back exactly.
package func bitRateText(_ bitsPerSecond: Double) -> String {
  for unit in bitRateUnits {
    let number = bitsPerSecond / powerOfTen(unit.zeros)
    let text = numberText(number) + unit.name
    if number >= 1, let same = try? parseBitRate(text), same == bitsPerSecond { return text }
  }
  return numberText(bitsPerSecond) + "bit/s"
}

/// The size in the largest unit that makes it a whole number.
package func bytesText(_ bytes: Int) -> String {
  for unit in byteUnits {
    let size = Int(powerOfTen(unit.zeros))
    if bytes % size == 0, bytes != 0 || size == 1 { return "\(bytes / size)\(unit.name)" }
  }
  return "\(bytes)B"
}

/// Largest first.
private let bitRateUnits = [("Gbit/s", 9), ("Mbit/s", 6), ("kbit/s", 3), ("bit/s", 0)].map {
  (name: $0.0, zeros: $0.1)
}

private let byteUnits = [("GB", 9), ("MB", 6), ("kB", 3), ("B", 0)].map {
  (name: $0.0, zeros: $0.1)
}

private func powerOfTen(_ zeros: Int) -> Double { (0..<zeros).reduce(1) { power, _ in power * 10 } }

/// The unit that is meant by one of another way of writing; nil where none is known.
private func bitRate(meantBy unit: String) -> String? {
  switch unit.lowercased() {
  case "bps", "b/s", "bits/s": "bit/s"
  case "kbps", "kbit", "kb/s", "kbits/s", "kbit/s": "kbit/s"
  case "mbps", "mbit", "mb/s", "mbits/s", "mbit/s": "Mbit/s"
  case "gbps", "gbit", "gb/s", "gbits/s", "gbit/s": "Gbit/s"
  case _: nil
  }
}

private func bytes(meantBy unit: String) -> String? {
  switch unit.lowercased() {
  case "b", "byte", "bytes": "B"
  case "kb", "kib", "k": "kB"
  case "mb", "mib", "m": "MB"
  case "gb", "gib", "g": "GB"
  case _: nil
  }
}
