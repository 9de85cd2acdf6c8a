/// A number with a fixed number of decimals, as C's `printf` writes `%.2f`: the decimal that is nearest to the
/// number's exact binary value, and of two that are as near the even one.
/// - Parameter decimals: 0 to 9.
package func decimalText(_ number: Double, _ decimals: Int) -> String {
  guard number.isFinite, abs(number) < 1e18 else { return "\(number)" }
  let scale = (0..<decimals).reduce(UInt128(1)) { power, _ in power * 10 }
  let digits = "\(wholes(of: abs(number), times: scale))"
  let sign = number.sign == .minus ? "-" : ""
  guard decimals > 0 else { return sign + digits }
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
}

/// The product, rounded once. Below 1e18 times 1e9 it has 90 bits.
private func wholes(of number: Double, times scale: UInt128) -> UInt128 {
  let product =
    UInt128(number.isZero ? 0 : number.significandBitPattern | (number.isNormal ? 1 << 52 : 0))
    * scale
  // The significand is a whole number of 2^shift.
  let shift = (number.isNormal ? Int(number.exponent) : -1_022) - 52
  if shift >= 0 { return product << UInt128(shift) }
  if shift <= -128 { return 0 }
  let whole = product >> UInt128(-shift)
  let rest = product - whole << UInt128(-shift)
  let half = UInt128(1) << UInt128(-shift - 1)
  return rest > half || rest == half && whole & 1 == 1 ? whole + 1 : whole
}
