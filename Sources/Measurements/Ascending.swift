/// Numbers from the least to the greatest: many of them digit by digit, 11 bits a digit, from the lowest
/// digit on.
///
/// - Complexity: O(n) for each digit in which the numbers differ.
package func ascending(_ numbers: [Int64]) -> [Int64] {
  guard numbers.count > 512, let low = numbers.min(), let high = numbers.max() else {
    return numbers.sorted()
  }
  // A difference of two numbers always fits without a sign.
  let range = UInt64(bitPattern: high &- low)
  var from = numbers
  var to = numbers
  var places = [Int](repeating: 0, count: digits)
  var shift: UInt64 = 0
  while shift < 64 && range >> shift > 0 {
    distribute(from, to: &to, above: low, shift, &places)
    swap(&from, &to)
    shift += digitBits
  }
  return from
}

private let digitBits: UInt64 = 11
private let digits = 1 << Int(digitBits)

@inline(__always)
private func digit(of number: Int64, above low: Int64, _ shift: UInt64) -> Int {
  Int(truncatingIfNeeded: UInt64(bitPattern: number &- low) &>> shift) & (digits - 1)
}

/// Sorts numbers by one digit. Those of the same digit stay in order.
private func distribute(
  _ from: [Int64], to list: inout [Int64], above low: Int64, _ shift: UInt64,
  _ counts: inout [Int]
) {
  // An array would count its references for every number.
  var to = list.mutableSpan
  var places = counts.mutableSpan
  for place in places.indices { places[place] = 0 }
  for number in from { places[digit(of: number, above: low, shift)] += 1 }
  sumUp(&places)
  for number in from {
    let digit = digit(of: number, above: low, shift)
    to[places[digit]] = number
    places[digit] += 1
  }
}

/// Makes of how often each digit comes where its first number goes.
private func sumUp(_ places: inout MutableSpan<Int>) {
  var sum = 0
  for place in places.indices {
    let count = places[place]
    places[place] = sum
    sum += count
  }
}
