import Backoff
import Primitives

/// A formula is read, or refused at a column within it; its delays are durations, or an error says why not.
func readFormula(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self) else { return }
  let policy: BackoffPolicy
  do throws(FormulaError) {
    policy = try .parse(text)
  } catch {
    precondition(error.column >= 1 && error.column <= text.count + 1, "column \(error.column)")
    _ = error.description
    return
  }
  _ = BackoffPolicy.warnings(of: text)
  do throws(InvalidDelay) {
    for row in try delayTable(policy: policy, failures: 12, clients: 3, seed: 1) {
      precondition((row.min == nil) == (row.max == nil), "least and greatest")
      precondition(row.min ?? 0 <= row.max ?? 0, "least and greatest")
    }
  } catch {
    _ = error.description
  }
}
