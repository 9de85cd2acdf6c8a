import Documents
import Metrics

/// A metric over several seeds as members of JSON: `mean`; of one that is told by its median also `median`
/// and `confidence`, which its interval has; `low` and `high`, the interval of the median where there is one,
/// otherwise of the mean. `skewed` stands only where the values are so skewed that the mean says little.
///
/// - Parameters:
///   - estimate: nil where some seed has no number; every figure is then null.
///   - hasInterval: false of true and false.
func estimateMembers(
  _ estimate: SeedEstimate?, _ statistic: SeedStatistic, hasInterval: Bool = true
) -> [JSONValue.Member] {
  let interval = hasInterval ? estimate : nil
  var members: [JSONValue.Member] = [.init("mean", .optional(estimate?.mean, JSONValue.number))]
  if statistic == .median {
    members.append(.init("median", .optional(estimate?.median, JSONValue.number)))
  }
  members += [
    .init("low", .optional(interval?.low, JSONValue.number)),
    .init("high", .optional(interval?.high, JSONValue.number)),
  ]
  if statistic == .median {
    members.append(.init("confidence", .optional(estimate?.confidence, JSONValue.number)))
  }
  if interval?.isSkewed == true { members.append(.init("skewed", .boolean(true))) }
  return members
}
