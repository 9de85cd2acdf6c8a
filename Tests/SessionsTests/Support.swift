import Foundation
import Testing

@testable import Sessions

/// What all clients of a test share; nil takes the delay the profile ships with.
func configuration(_ profile: StoatProfile, policy: String? = nil) throws -> StoatConfiguration {
  let policy = try BackoffPolicy.parse(policy ?? profile.defaultBackoff)
  return StoatConfiguration(profile: profile, policy: policy)
}

/// The lines of a fixture that say something.
func fixture(_ name: String) throws -> [String] {
  let url = try #require(
    Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Fixtures"))
  return try String(contentsOf: url, encoding: .utf8)
    .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
}

/// The bytes of a value, to see whether anything at all has changed.
func bytes<Value: BitwiseCopyable>(of value: Value) -> [UInt8] {
  withUnsafeBytes(of: value) { Array($0) }
}

/// Seconds, to the microsecond, without trailing zeros.
func text(_ interval: Interval) -> String {
  let (microseconds, rest) = interval.nanoseconds.quotientAndRemainder(dividingBy: 1_000)
  guard rest == 0 else { return "\(interval.nanoseconds) ns" }
  let (whole, part) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
  guard part != 0 else { return "\(whole)" }
  var digits = String(String(1_000_000 + part).dropFirst())
  while digits.hasSuffix("0") { digits.removeLast() }
  return "\(whole).\(digits)"
}

/// An action as transcripts write it: `arm wait 1.2`; a milestone by its name, with the time it took
/// where it took any.
/// - Parameter name: the published name of a state that was entered; nil for other milestones.
func text<Machine: SessionStateMachine>(
  _ action: Action<Machine>, name: (UInt8) -> String?
) -> String {
  switch action {
  case .open: "open"
  case .send(let message): "send \(message)"
  case .close: "close"
  case .call(let call): "call \(call)"
  case .forget(let call): "forget \(call)"
  case .arm(let timer, let after): "arm \(timer) \(text(after))"
  case .disarm(let timer): "disarm \(timer)"
  case .reached(let milestone, let after):
    (name(milestone.rawValue) ?? "\(milestone)") + (after == .zero ? "" : " \(text(after))")
  }
}

func text(_ action: Action<StoatClient>) -> String {
  text(action) { StoatState(rawValue: $0)?.name }
}

/// The lifecycle alone, stepped with published events.
struct Lifecycle {
  var machine = StoatLifecycle()
  let configuration: StoatConfiguration
  var isDeviceOnline = true
  private var draws: BackoffDraws
  var random: RandomStream { mutating get { draws.random } }

  init(_ profile: StoatProfile, policy: String? = nil, draw: Double = 0.5) throws {
    configuration = try SessionsTests.configuration(profile, policy: policy)
    let random = RandomStream(scripted: draw)
    draws = BackoffDraws(random: random, perClient: random)
  }

  @discardableResult
  mutating func take(_ event: StoatEvent) -> StoatLifecycle.Step {
    machine.handle(
      event, under: configuration, in: .init(now: .start, isDeviceOnline: isDeviceOnline),
      drawing: &draws)
  }

  /// A lifecycle brought to `state` along a documented path. DISPOSE is left in the step that
  /// enters it, so there the state's byte is written.
  static func standing(in state: StoatState, _ profile: StoatProfile) throws -> Lifecycle {
    var lifecycle = try Lifecycle(profile)
    let path: [StoatEvent] =
      switch state {
      case .ready, .dispose: []
      case .loggingIn: [.loginUncached]
      case .onboarding: [.loginUncached, .noUser]
      case .error: [.loginUncached, .temporaryFailure]
      case .connecting: [.loginCached]
      case .connected: [.loginCached, .socketConnected]
      case .disconnected: [.loginCached, .temporaryFailure]
      case .reconnecting: [.loginCached, .temporaryFailure, .retry]
      case .offline: [.loginCached, .temporaryFailure, .deviceOffline]
      }
    for event in path { lifecycle.take(event) }
    if state == .dispose {
      let offset = try #require(MemoryLayout<StoatLifecycle>.offset(of: \.state))
      withUnsafeMutableBytes(of: &lifecycle.machine) { $0[offset] = state.rawValue }
    }
    try #require(lifecycle.machine.state == state)
    return lifecycle
  }
}
