/// P values as they count among others: Holm's step-down correction (1979), which keeps the chance of
/// any false finding in the family at the level that is tested at.
///
/// In the order given, each at least as large as before and at most 1.
package func holmCorrected(_ values: [Double]) -> [Double] {
  let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  var corrected = values
  var largest = 0.0
  for (rank, index) in order.enumerated() {
    largest = max(largest, min(1, Double(values.count - rank) * values[index]))
    corrected[index] = largest
  }
  return corrected
}
