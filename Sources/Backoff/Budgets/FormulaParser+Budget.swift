import Primitives

extension RetryBudget {
  /// Reads a budget: `aws(500, 5, 10, 1)`, `share(10%, 2m)`.
  /// - Throws: `FormulaError` with the place of the first thing that cannot be read.
  public static func parse(_ text: String) throws(FormulaError) -> RetryBudget {
    var parser = try FormulaParser(text)
    let budget = try parser.retryBudget()
    try parser.expectEnd()
    return budget
  }
}

/// How a budget is written, and what it may hold.
private struct BudgetForm {
  let name: String
  let form: String
  let example: String

  static let all = [
    BudgetForm(name: "grpc", form: "grpc(max, ratio)", example: "grpc(10, 0.1)"),
    BudgetForm(
      name: "aws", form: "aws(size, cost, timeoutCost, refund)", example: "aws(500, 5, 10, 1)"),
    BudgetForm(
      name: "bucket", form: "bucket(size, fill, start|success)", example: "bucket(5, 0.1, success)"),
    BudgetForm(
      name: "share", form: "share(share) or share(share, window)", example: "share(10%, 2m)"),
    BudgetForm(
      name: "throttle", form: "throttle(factor) or throttle(factor, window)",
      example: "throttle(2, 2m)"),
    BudgetForm(
      name: "breaker", form: "breaker(share, window, pause)", example: "breaker(50%, 10s, 30s)"),
    BudgetForm(
      name: "retryBreaker", form: "retryBreaker(share, window)", example: "retryBreaker(10%, 1h)"),
  ]
}

extension FormulaParser {
  /// A budget; the cursor stands at its name.
  mutating func retryBudget() throws(FormulaError) -> RetryBudget {
    let start = token
    let examples = BudgetForm.all.map(\.example).joined(separator: ", ")
    guard case .name(let name) = start.kind else {
      throw error("a budget is one of \(examples); found \(start.kind.quoted)")
    }
    guard let form = BudgetForm.all.first(where: { $0.name == name }) else {
      throw error("no budget is called '\(name)'; there are \(examples)")
    }
    advance()
    guard accept(.open) else {
      throw error("write \(form.form), as in \(form.example)", at: start.column)
    }
    var reader = BudgetArguments(form: form)
    return try budget(name, &reader)
  }

  private mutating func budget(
    _ name: String, _ reader: inout BudgetArguments
  ) throws(FormulaError) -> RetryBudget {
    let budget: RetryBudget
    switch name {
    case "grpc":
      budget = .grpc(
        max: try amount("max", above: 0, &reader), ratio: try amount("ratio", &reader))
    case "aws":
      budget = .aws(
        size: try amount("size", &reader), cost: try amount("cost", &reader),
        timeoutCost: try amount("timeoutCost", &reader), refund: try amount("refund", &reader))
    case "bucket":
      budget = .bucket(
        size: try amount("size", above: 0, &reader), fill: try amount("fill", &reader),
        filledBy: try filler(&reader))
    case "share":
      budget = .share(try share(&reader), window: try window(&reader, isOptional: true))
    case "throttle":
      budget = .throttle(
        factor: try amount("factor", above: 0, &reader),
        window: try window(&reader, isOptional: true))
    case "breaker":
      budget = .breaker(
        try share(&reader), window: try window(&reader), pause: try window(&reader))
    default: budget = .retryBreaker(try share(&reader), window: try window(&reader))
    }
    guard accept(.close) else {
      throw error(
        "expected ')' after \(reader.counted), found \(token.kind.quoted); write \(reader.form.form)"
      )
    }
    return budget
  }

  // MARK: Values

  /// A number of at least 0, or of more than a limit.
  private mutating func amount(
    _ what: String, above limit: Double? = nil, _ reader: inout BudgetArguments
  ) throws(FormulaError) -> Double {
    try next(&reader)
    guard case .number(let value, hasUnit: false) = token.kind else {
      throw reader.wrong(self, "\(what) is a number")
    }
    guard value > limit ?? -1, value <= 1e9 else {
      throw reader.wrong(self, "\(what) is \(limit == nil ? "0" : "more than 0,") to 1000000000")
    }
    advance()
    return value
  }

  /// 0 to 100 %, in per cent or as a fraction.
  private mutating func share(_ reader: inout BudgetArguments) throws(FormulaError) -> Double {
    try next(&reader)
    let value: Double
    switch token.kind {
    case .share(let share): value = share
    case .number(let number, hasUnit: false): value = number
    case .number, .name, .symbol, .end:
      throw reader.wrong(self, "the share is a number such as 10%")
    }
    guard value <= 1 else { throw reader.wrong(self, "the share is 0% to 100%") }
    advance()
    return value
  }

  private mutating func window(
    _ reader: inout BudgetArguments, isOptional: Bool = false
  ) throws(FormulaError) -> Interval {
    if isOptional, token.kind == .symbol(.close) { return RetryBudget.usualWindow }
    try next(&reader)
    guard case .number(let seconds, hasUnit: true) = token.kind else {
      throw reader.wrong(self, "the time is a duration such as 10s")
    }
    guard seconds >= 24e-6, seconds <= 31 * 86_400 else {
      throw reader.wrong(self, "the time is 24us to 31 days")
    }
    advance()
    return Interval(seconds: seconds)
  }

  private mutating func filler(_ reader: inout BudgetArguments) throws(FormulaError) -> BucketFill {
    try next(&reader)
    guard case .name(let name) = token.kind, let fill = BucketFill(rawValue: name) else {
      throw reader.wrong(self, "the bucket is filled by start or success")
    }
    advance()
    return fill
  }

  /// Moves to the next value.
  private mutating func next(_ reader: inout BudgetArguments) throws(FormulaError) {
    if reader.count > 0 && !accept(.comma) {
      throw reader.wrong(self, "expected ',' after \(reader.counted)")
    }
    reader.count += 1
    if token.kind == .symbol(.close) {
      reader.count -= 1
      throw reader.wrong(self, "there are \(reader.counted)")
    }
  }
}

/// The values of a budget that have been read.
private struct BudgetArguments {
  let form: BudgetForm
  var count = 0

  init(form: BudgetForm) { self.form = form }

  var counted: String { count == 1 ? "1 value" : "\(count) values" }

  func wrong(_ parser: FormulaParser, _ what: String) -> FormulaError {
    parser.error(
      "\(what), found \(parser.token.kind.quoted); write \(form.form), as in \(form.example)")
  }
}
