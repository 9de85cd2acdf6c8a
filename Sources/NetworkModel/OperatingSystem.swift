import Primitives

/// A client's operating system, as far as a network path can tell: when its TCP sends the first
/// packet of a connection again while nothing answers, and when it gives up.
///
/// An application's own connect timeout usually fires long before the system gives up.
public enum OperatingSystem: String, Hashable, Sendable, CaseIterable {
  /// Linux before 6.5: the pause doubles from 1 s.
  case linux
  /// Linux 6.5 and later: four pauses of 1 s come before the doubling.
  case linux65
  /// Phones run kernels older than 6.5 nearly everywhere: the same as `linux`.
  case android
  case ios
  case macos
  /// Windows 10 and later, Server 2019: initial timeout 1 s, four repetitions.
  case windows
  /// Windows 7 and older templates: initial timeout 3 s, two repetitions.
  case windows7

  /// Times after the attempt began at which a first packet leaves: the first is 0, ascending.
  public var synTimes: [Interval] {
    switch self {
    case .linux, .android: Self.doubling
    case .linux65: Self.linearThenDoubling
    case .ios, .macos: Self.linearThenDoubling
    case .windows: Self.windowsTimes
    case .windows7: Self.oldWindowsTimes
    }
  }

  /// Time after the attempt began at which the system reports a failure, if nothing answered.
  public var giveUp: Interval {
    switch self {
    case .linux, .android: .seconds(127)
    case .linux65: .seconds(131)
    case .ios, .macos: .seconds(75)
    case .windows: .seconds(31)
    case .windows7: .seconds(21)
    }
  }

  // Linux, Documentation/networking/ip-sysctl.rst: tcp_syn_retries 6, initial timeout 1 s.
  private static let doubling: [Interval] = seconds(0, 1, 3, 7, 15, 31, 63)

  // Linux 6.5: the same file, tcp_syn_linear_timeouts 4. XNU has the same times
  // (bsd/netinet/tcp_timer.c, tcp_syn_backoff) but gives up earlier (tcp_timer.h, TCPTV_KEEP_INIT).
  private static let linearThenDoubling: [Interval] =
    seconds(0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67)

  // The documented TCP settings templates of Windows: InitialRto 1000 ms, MaxSynRetransmissions 4.
  private static let windowsTimes: [Interval] = seconds(0, 1, 3, 7, 15)
  // Older templates: 3000 ms, 2.
  private static let oldWindowsTimes: [Interval] = seconds(0, 3, 9)

  private static func seconds(_ times: Int64...) -> [Interval] { times.map { .seconds($0) } }
}
