import Primitives
import Testing

@testable import Backoff

@Suite("The catalogue")
struct CatalogueTests {
  @Test("has one entry for each client of the vectors, and no other")
  func sameNames() {
    #expect(Set(Catalogue.names) == Set(Vector.all.keys))
    #expect(Catalogue.names.count == Vector.all.count)
  }

  @Test("waits as the real client does", arguments: Vector.all.keys.sorted())
  func agreesWithVectors(name: String) throws {
    let vectors = try #require(Vector.all[name])
    let entry = try #require(Catalogue.entry(named: name))
    let table = try delayTable(policy: entry.policy, failures: vectors.count, seed: 1)
    for (row, vector) in zip(table, vectors) {
      #expect(row.failures == vector.failures)
      #expect(row.stop == (vector.mean == nil), "x = \(row.failures)")
      guard !row.stop, let mean = vector.mean, let sd = vector.sd else { continue }
      // Means of two independent samples of 20,000, at 4 standard errors, and the rounding.
      let tolerance = 4 * sd * (2.0 / 20_000).squareRoot() + 0.001 * mean
      #expect(abs(row.mean! - mean) <= tolerance, "mean at x = \(row.failures)")
      // The standard error of a deviation is sd sqrt((kurtosis - 1) / 4n): 12 % is 4 of them for
      // the most lopsided of these, an atom with a tail of 6 % (kurtosis about 30).
      #expect(abs(row.sd! - sd) <= 0.12 * sd + 1e-6, "deviation at x = \(row.failures)")
      expectSameSupport(row, vector)
    }
  }

  /// Extremes of 20,000 uniform draws lie within a share k / 20,000 of the edge but for e^-k; 15
  /// leaves one in a million. Densities that vanish at the edge get a tenth of the range.
  private func expectSameSupport(_ row: DelayRow, _ vector: Vector) {
    let low = vector.min!
    let high = vector.max!
    let thinTails = ["polly-v2", "aws-decorr"].contains(vector.client)
    let margin = (high - low) * (thinTails ? 0.1 : 15.0 / 20_000) + 1e-5 * high + 1e-6
    #expect(abs(row.min! - low) <= margin, "least at x = \(row.failures)")
    #expect(abs(row.max! - high) <= margin, "greatest at x = \(row.failures)")
  }

  @Test("brings the axes its client states and leaves the others open")
  func axes() throws {
    let rws = try BackoffPolicy.parse("rws")
    #expect(rws.reset == .uptime(.seconds(5)))
    #expect(rws.connectTimeout == .seconds(4))
    #expect(rws.clock == nil)
    #expect(rws.attempts == nil)
    #expect(try BackoffPolicy.parse("k8s").reset == .every(.minutes(2)))
    #expect(try BackoffPolicy.parse("discordpy").reset == .idle(.seconds(2048)))
    #expect(try BackoffPolicy.parse("convex").reset == .resync)
    #expect(try BackoffPolicy.parse("phoenix").reset == .open)
    #expect(try BackoffPolicy.parse("grpc-spec").clock == .attemptStart)
    #expect(try BackoffPolicy.parse("graphqlws").attempts == 5)
    #expect(try BackoffPolicy.parse("aws-full").reset == nil)
  }

  @Test("cites a source for every entry")
  func sources() {
    for entry in Catalogue.entries {
      #expect(entry.source.contains("/"), "\(entry.name)")
      #expect(!entry.title.isEmpty, "\(entry.name)")
    }
  }

  @Test("gives every formula back from its text")
  func formulasReadBack() throws {
    for entry in Catalogue.entries where entry.policy.formula.isExpression {
      #expect(try Formula(entry.policy.formula.text) == entry.policy.formula, "\(entry.name)")
    }
    let native = Catalogue.entries.filter { !$0.policy.formula.isExpression }.map(\.name)
    #expect(Set(native) == ["socketio", "rws", "natsjs", "firebase", "polly-v2"])
  }

  @Test("finds the nearest name, and reads an underscore as a hyphen")
  func names() {
    #expect(Catalogue.nearestName(to: "stoat-wbe") == "stoat-web")
    #expect(Catalogue.nearestName(to: "socketoi") == "socketio")
    #expect(Catalogue.nearestName(to: "zzzzzz") == nil)
    #expect(Catalogue.entry(named: "aws_full")?.name == "aws-full")
  }

  @Test(
    "says the same as the formula a user would write",
    arguments: [
      ("stoat-web", "uniform(0.8, 1.2) * (2^x - 1)"),
      ("aws-full", "uniform(0, min(20s, 1s * 2^x))"),
      ("aws-decorr", "min(20s, uniform(1s, 3 * max(prev, 1s)))"),
      ("aws-equal", "min(20, 2^x) / 2 + uniform(0, 1) * min(20, 2^x) / 2"),
      ("gax", "uniform(0.000001ms, min(30s, pow(2, x - 1)))"),
      ("signalr", "if(x == 1, 0s, if(x == 2, 2s, if(x == 3, 10s, if(x == 4, 30s, stop))))"),
      ("phoenix", "list(0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1, 2; 5)"),
      ("convex", "min(16000ms, 1000ms * 2^(x - 1)) * uniform(50, 150) / 100"),
    ])
  func asFormula(name: String, formula: String) throws {
    let known = try delayTable(policy: .parse(name), failures: 10, clients: 200, seed: 7)
    let typed = try delayTable(policy: .parse(formula), failures: 10, clients: 200, seed: 7)
    for (a, b) in zip(known, typed) {
      #expect(a.min == b.min)
      #expect(a.max == b.max)
      #expect(a.stop == b.stop)
    }
  }
}

@Suite("Clients the formula language cannot describe")
struct NativeFormulaTests {
  @Test("socketio: one draw decides size and sign, so the factor has holes")
  func socketIO() throws {
    var a = try Client("socketio", draw: 0.19)
    #expect(a.drop(at: 0) == 1.095)
    var b = try Client("socketio", draw: 0.2)
    #expect(b.drop(at: 0) == 0.9)
    var far = try Client("socketio", draw: 0)
    far.state.failures = 3_000
    #expect(far.fail(at: 0) == 5)
  }

  @Test("rws: a client draws once in its life")
  func frozen() throws {
    let source = RandomSource(seed: 3)
    let policy = try resolved("rws, reset: never")
    var state = BackoffState()
    var factors: [Double] = []
    for x in 1...4 {
      var random = source.stream(owner: 9, .backoff, attempt: UInt32(x))
      let once = source.stream(owner: 9, .backoff, attempt: 0)
      state.countFailure(at: .start, under: policy)
      let decision = state.nextDelay(
        at: .start, after: .none, random: &random, perClient: once, under: policy)
      guard case .retry(let after) = decision else { continue }
      if after < .seconds(10) {
        factors.append(after.seconds / portablePow(1.3, Double(x - 1)))
      }
    }
    #expect(factors.count >= 2)
    for factor in factors { #expect(abs(factor - factors[0]) < 2e-6) }
  }

  @Test("firebase: the age of the attempt comes off before the draw")
  func firebase() throws {
    var client = try Client("firebase", draw: 0.5)
    client.connect(at: 0)
    #expect(client.drop(at: 100) == 0)
    client.attempt(at: 100)
    // 1.3 - 0.3 of age = 1, halved.
    #expect(client.fail(at: 100.3) == 0.5)
  }

  @Test("natsjs: 2 s and a little from the previous dial")
  func natsJS() throws {
    var client = try Client("natsjs", draw: 0.5)
    client.connect(at: 0)
    #expect(client.drop(at: 0.5) == 1.55)
    client.attempt(at: 2.05)
    #expect(client.fail(at: 30) == 0)
  }

  @Test("polly-v2: differences of one curve, so a long delay is followed by a shorter one")
  func polly() throws {
    var low = try Client("polly-v2", draw: 0)
    #expect(low.drop(at: 0) == 0)
    low.draw = 0.999
    let long = low.fail(at: 0) ?? 0
    low.draw = 0
    let short = low.fail(at: 0) ?? .infinity
    #expect(short < 0.01 * long)
  }
}
