import Primitives

/// The p value of paired differences under the hypothesis that each could as well have had the other
/// sign: the share of all choices of signs whose sum is at least as far from 0 as the one observed.
///
/// Two-sided. Exact up to `exactLimit` differences that are not 0; beyond, from 99,999 random choices
/// and the observed one (Phipson and Smyth 2010). 1 where there is no difference.
package func signFlipP(_ differences: [Double]) -> Double {
  let sizes = differences.map(abs).filter { $0 > 0 }
  guard !sizes.isEmpty else { return 1 }
  // Sums that differ by rounding only are ties.
  let dust = 1e-12 * sizes.reduce(0, +)
  let observed = abs(differences.reduce(0, +)) - dust
  if observed <= 0 { return 1 }
  return sizes.count <= exactLimit
    ? exactP(sizes, atLeast: observed) : sampledP(sizes, atLeast: observed)
}

/// Differences up to which every choice is counted. One more doubles two lists of 32,768 sums; with so
/// many the drawn choices tell p values apart well below any limit in use.
private let exactLimit = 30

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
  sizes.reduce([0.0]) { sums, size in
    // Two ascending runs, less and more, merged into one.
    var result: [Double] = []
    result.reserveCapacity(2 * sums.count)
    var less = 0
    for sum in sums {
      while less < sums.count, sums[less] - size <= sum + size {
        result.append(sums[less] - size)
        less += 1
      }
      result.append(sum + size)
    }
    return result
  }
}

private func sampledP(_ sizes: [Double], atLeast observed: Double) -> Double {
  let draws = 99_999
  let source = RandomSource(seed: 0x5369_676e)
  let sums = byteSums(sizes)
  var count = 0
  for draw in 0..<draws {
    let stream = source.stream(owner: 0, .start, attempt: UInt32(draw))
    var sum = 0.0
    var bits: UInt64 = 0
    for byte in 0..<sums.count / 256 {
      if byte % 8 == 0 { bits = stream.bits(at: UInt32(byte / 8)) }
      sum += sums[byte << 8 | Int(bits & 0xff)]
      bits >>= 8
    }
    if abs(sum) >= observed { count += 1 }
  }
  return Double(count + 1) / Double(draws + 1)
}

/// The sums of every eight values in a row for each choice of their signs, 256 for each eight: one
/// lookup stands for eight additions.
private func byteSums(_ sizes: [Double]) -> [Double] {
  stride(from: 0, to: sizes.count, by: 8).flatMap { first in
    let eight = sizes[first..<min(first + 8, sizes.count)]
    return (0..<256).map { signs in
      eight.enumerated().reduce(0.0) { sum, item in
        sum + (signs >> item.offset & 1 == 0 ? item.element : -item.element)
      }
    }
  }
}
