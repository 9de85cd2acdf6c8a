/// The moments of a few numbers.
package struct Sample {
  let values: [Double]
  package let mean: Double
  /// Sum of the squared distances from the mean.
  private let squares: Double

  /// - Parameter values: at least one, all finite.
  package init(_ values: [Double]) {
    precondition(!values.isEmpty, "a sample of at least one value")
    self.values = values
    // Differences to the first value keep what is the same everywhere exact.
    let first = values[0]
    let mean = first + values.reduce(0) { $0 + ($1 - first) } / Double(values.count)
    self.mean = mean
    squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  /// The standard deviation of the population the values were drawn from (n - 1 below the line);
  /// nil below two values.
  package var standardDeviation: Double? {
    values.count >= 2 ? (squares / Double(values.count - 1)).squareRoot() : nil
  }

  /// The standard error of the mean; nil below two values.
  package var standardError: Double? {
    standardDeviation.map { $0 / Double(values.count).squareRoot() }
  }

  /// The adjusted Fisher-Pearson coefficient G1 (Joanes and Gill 1998); 0 for values that are all
  /// the same, nil below three values.
  package var skewness: Double? {
    let n = Double(values.count)
    guard values.count >= 3 else { return nil }
    // Scaled by the deviation first: cubes of tiny or huge numbers leave the range of a double.
    let deviation = (squares / n).squareRoot()
    guard deviation > 0 else { return 0 }
    let cubes = values.reduce(0) { sum, value in
      let distance = (value - mean) / deviation
      return sum + distance * distance * distance
    }
    return cubes / n * (n * (n - 1)).squareRoot() / (n - 2)
  }

  /// True if the skewness is beyond 1 in size, and beyond two standard errors of the skewness of
  /// normal values (Fisher 1930). False below three values.
  package var isSkewed: Bool {
    guard let skewness else { return false }
    let n = Double(values.count)
    let error = (6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3))).squareRoot()
    return abs(skewness) > max(1, 2 * error)
  }
}
