import Backoff
import Primitives
import Sessions
import Testing

@Suite("A request") struct RequestTests {
  /// A caller with one request, told what happens.
  struct Life {
    var request = RequestMachine()
    var caller: BudgetState
    let configuration: RequestConfiguration
    var now = Instant.start
    var draw = 0.5

    init(_ backoff: String, budget: String? = nil) throws {
      let budget = try budget.map { try RetryBudget.parse($0) }
      configuration = RequestConfiguration(
        policy: try BackoffPolicy.parse(backoff), budget: budget)
      caller = BudgetState(budget ?? .grpc(max: 1, ratio: 0))
    }

    mutating func step(_ event: RequestEvent, at seconds: Int64 = 0) -> RequestStep {
      now = .seconds(seconds)
      let random = RandomStream(scripted: 0.5)
      var draws = BackoffDraws(random: random, perClient: random)
      let draw = draw
      return request.handle(
        event, at: now, of: &caller, under: configuration, drawing: &draws
      ) { draw }
    }

    mutating func happens(_ event: RequestEvent, at seconds: Int64 = 0) -> RequestAction {
      step(event, at: seconds).action
    }

    /// Another request of the same caller.
    mutating func next() { request = RequestMachine() }
  }

  private let error = RequestEvent.failure(.unavailable(retryAfter: .seconds(7)))

  /// `attempts: 2` are two retries, three tries.
  @Test func triesUntilTheFormulaStops() throws {
    var life = try Life("1s * x, attempts: 2")
    #expect(life.happens(.request) == .send)
    #expect(life.happens(.failure(.none), at: 1) == .wait(.seconds(1)))
    #expect(life.happens(.retryFire, at: 2) == .send)
    #expect(life.happens(.timeoutFire, at: 3) == .wait(.seconds(2)))
    #expect(life.happens(.retryFire, at: 5) == .send)
    #expect(life.happens(.failure(.none), at: 6) == .fail)
    #expect(life.request.state == .failed && life.request.tries == 3)
  }

  @Test func nothingComesAfterSuccess() throws {
    var life = try Life("1s")
    #expect(life.happens(.request) == .send)
    #expect(life.happens(.response) == .succeed)
    for event in [.request, .response, .failure(.none), .timeoutFire, .retryFire] as [RequestEvent]
    {
      #expect(life.happens(event) == .nothing)
    }
    #expect(life.request.state == .done)
  }

  @Test func theAnswerReachesTheFormula() throws {
    var life = try Life("if(code == 503, retryAfter, 1s + elapsed)")
    _ = life.step(.request)
    #expect(life.happens(error, at: 2) == .wait(.seconds(7)))
    _ = life.step(.retryFire, at: 9)
    // Nobody has answered this time.
    #expect(life.happens(.timeoutFire, at: 10) == .wait(.seconds(11)))
  }

  @Test func stopAtOnce() throws {
    var life = try Life("stop")
    #expect(life.happens(.request) == .send)
    #expect(life.happens(.failure(.none)) == .fail)
    #expect(life.request.failures == 1)
  }

  /// Four retries of ten tokens, over all requests of the caller.
  @Test func aBudgetRefusesRetries() throws {
    var life = try Life("0s", budget: "grpc(10, 0.1)")
    for _ in 0..<4 {
      #expect(life.happens(.request) == .send)
      #expect(life.happens(.failure(.none)) == .wait(.zero))
      life.next()
    }
    #expect(life.happens(.request) == .send)
    let last = life.step(.failure(.none))
    #expect(last.action == .fail && last.isRefused)
  }

  /// The formula is asked first: where it stops, no token is taken.
  @Test func aStopTakesNoToken() throws {
    var life = try Life("0s, attempts: 1", budget: "bucket(1, 0, start)")
    for isRetried in [true, false] {
      _ = life.step(.request)
      let step = life.step(.failure(.none))
      #expect(step.isRefused == !isRetried)
      guard isRetried else { break }
      _ = life.step(.retryFire)
      let second = life.step(.failure(.none))
      #expect(second.action == .fail && !second.isRefused)
      life.next()
    }
  }

  /// A try that is kept back counts as a failure, and is not sent.
  @Test func aTryThatIsKeptBack() throws {
    var life = try Life("1s, attempts: 1", budget: "throttle(2)")
    life.draw = 0
    #expect(life.happens(.request) == .send)
    life.next()
    let first = life.step(.request)
    #expect(first.isThrottled && first.action == .wait(.seconds(1)))
    let second = life.step(.retryFire, at: 1)
    #expect(second.isThrottled && second.action == .fail)
    #expect(life.request.tries == 0 && life.request.failures == 2)
  }

  /// A success after a retry gives back what the retry took.
  @Test func aRefund() throws {
    var life = try Life("0s", budget: "aws(10, 5, 10, 1)")
    for _ in 0..<50 {
      _ = life.step(.request)
      #expect(life.happens(.timeoutFire) == .wait(.zero))
      #expect(life.happens(.retryFire) == .send)
      #expect(life.happens(.response) == .succeed)
      life.next()
    }
  }

  @Test func aDelayThatNobodyCanWait() throws {
    var life = try Life("0s - 5s")
    _ = life.step(.request)
    #expect(life.happens(.failure(.none)) == .reject(delay: -5))
  }

  /// What a million open requests take.
  @Test func size() {
    #expect(MemoryLayout<RequestMachine>.size <= 56)
  }
}
