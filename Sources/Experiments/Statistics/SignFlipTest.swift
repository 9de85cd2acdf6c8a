import Primitives

/// The p value of paired differences under the hypothesis that each could as well have had the other
/// sign: the share of all choices of signs whose sum is at least as far from 0 as the one observed.
///
/// Two-sided. Exact up to `exactLimit` differences that are not 0; beyond, from 99,999 random choices
/// and the observed one (Phipson and Smyth 2010). 1 where there is no difference.
func signFlipP(_ differences: [Double]) -> Double {
  let sizes = differences.map(abs).filter { $0 > 0 }
  guard !sizes.isEmpty else { return 1 }
  // Sums that differ by rounding only are ties.
  let dust = 1e-12 * sizes.reduce(0, +)
  let observed = abs(differences.reduce(0, +)) - dust
  if observed <= 0 { return 1 }
  return sizes.count <= exactLimit
    ? exactP(sizes, atLeast: observed) : sampledP(sizes, atLeast: observed)
}

private let exactLimit = 40

/// Meets in the middle: every sum of all values is a sum of the first half plus one of the second.
private func exactP(_ sizes: [Double], atLeast observed: Double) -> Double {
  let middle = sizes.count / 2
  let first = signedSums(sizes[..<middle])
  let second = signedSums(sizes[middle...])
  // Both ascend; the partner a sum needs descends as the sum ascends.
  var count = 0
  var partner = second.count
  for sum in first {
    while partner > 0, sum + second[partner - 1] >= observed { partner -= 1 }
    count += second.count - partner
  }
  // The far side is the near side with all signs turned.
  return min(1, 2 * Double(count) / (Double(first.count) * Double(second.count)))
}

/// The sums of the values with every choice of signs, ascending.
private func signedSums(_ sizes: ArraySlice<Double>) -> [Double] {
  sizes.reduce([0.0]) { sums, size in merged(sums.map { $0 - size }, sums.map { $0 + size }) }
}

private func merged(_ one: [Double], _ other: [Double]) -> [Double] {
  var result: [Double] = []
  result.reserveCapacity(one.count + other.count)
  var (i, j) = (0, 0)
  while i < one.count, j < other.count {
    if one[i] <= other[j] {
      result.append(one[i])
      i += 1
    } else {
      result.append(other[j])
      j += 1
    }
  }
  return result + one[i...] + other[j...]
}

private func sampledP(_ sizes: [Double], atLeast observed: Double) -> Double {
  let draws = 99_999
  let source = RandomSource(seed: 0x5369_676e)
  var count = 0
  for draw in 0..<draws {
    let stream = source.stream(owner: 0, .start, attempt: UInt32(draw))
    var sum = 0.0
    var bits: UInt64 = 0
    for index in sizes.indices {
      if index % 64 == 0 { bits = stream.bits(at: UInt32(index / 64)) }
      sum += bits & 1 == 0 ? sizes[index] : -sizes[index]
      bits >>= 1
    }
    if abs(sum) >= observed { count += 1 }
  }
  return Double(count + 1) / Double(draws + 1)
}
