import Primitives

/// The p value of paired differences under the hypothesis that their median is 0. It is the chance
/// that at most so few are on one side of it, where each lies on either side with a chance of 1/2.
///
/// Two-sided and exact. A difference of 0 counts for both sides, so that p is below 5 % where the rank
/// interval of the median leaves out 0, and nowhere else. 1 without differences.
package func signP(_ differences: [Double]) -> Double {
  let count = differences.count
  let fewer = min(differences.count { $0 <= 0 }, differences.count { $0 >= 0 })
  let logs = LogFactorials(upTo: count)
  let logHalf = -Double(count) * portableLog(2)
  let tail = (0...fewer).reduce(0.0) { $0 + portableExp(logs.choose(count, $1) + logHalf) }
  return min(1, 2 * tail)
}
