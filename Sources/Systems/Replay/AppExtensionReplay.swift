import Metrics
import Sessions
import Words

/// The app and its notification extension, stepped by their published events.
struct AppExtensionReplay: ReplaySession {
  private let profile: AppExtensionProfile
  private var lifecycle = AppExtensionLifecycle()

  init(_ profile: AppExtensionProfile) { self.profile = profile }

  mutating func reset() { lifecycle = AppExtensionLifecycle() }

  mutating func take(_ event: ReplayEvent) throws(ReplayError) -> ReplayAnswer {
    let published = try Self.published(event.name)
    let before = lifecycle
    let step = lifecycle.handle(published, under: profile)
    let entered = [step.entered.first, step.entered.second, step.entered.third].compactMap { $0 }
    let effects = entered.map(Self.effect) + timerEffects(since: before, on: published)
    return ReplayAnswer(fields: [
      .init("event", .name(event.name)),
      .init("accepted", .boolean(step.isAccepted)),
      .init("app", .name(lifecycle.app.name)),
      .init("extension", .name(lifecycle.notifier.name)),
      .init("entered", .names(entered.map(\.name))),
      .init("backgroundArmed", .boolean(lifecycle.isBackgroundArmed(under: profile))),
      .init("activationArmed", .boolean(lifecycle.isActivationArmed)),
      .init("extensionArmed", .boolean(lifecycle.isExtensionArmed)),
      .init("effects", .names(effects)),
    ])
  }

  /// Returns the effect that entering a phase asks of the app or the extension.
  private static func effect(of entry: AppExtensionLifecycle.Entry) -> String {
    switch entry {
    case .app(.active): "allowAll"
    case .app(.pausing): "blockNetwork"
    case .app(.paused): "publishPaused"
    case .app(.suspending): "blockDatabase"
    case .app(.suspended): "closeStore"
    case .app(.activating): "readExtension"
    case .app(.killed): "end"
    case .notifier(.idle): "none"
    case .notifier(.waiting): "awaitApp"
    case .notifier(.active): "getMessages"
    case .notifier(.completed): "showNotification"
    }
  }

  /// Timers that begin and end with the event; the one that fired no longer runs.
  private func timerEffects(
    since before: AppExtensionLifecycle, on event: AppExtensionEvent
  ) -> [String] {
    func effect(_ name: String, was: Bool, is isArmed: Bool) -> String? {
      was == isArmed ? nil : isArmed ? "arm\(name)" : "disarm\(name)"
    }
    let backgroundFired = event == .backgroundTimerFire
    let activationFired = event == .activationTimerFire
    let extensionFired = event == .extensionTimerFire
    return [
      effect(
        "Background", was: before.isBackgroundArmed(under: profile) && !backgroundFired,
        is: lifecycle.isBackgroundArmed(under: profile)),
      effect(
        "Activation", was: before.isActivationArmed && !activationFired,
        is: lifecycle.isActivationArmed),
      effect(
        "Extension", was: before.isExtensionArmed && !extensionFired,
        is: lifecycle.isExtensionArmed),
    ].compactMap { $0 }
  }

  private static func published(_ name: String) throws(ReplayError) -> AppExtensionEvent {
    if let event = AppExtensionEvent.allCases.first(where: { $0.name == name }) { return event }
    let names = AppExtensionEvent.allCases.map(\.name)
    let near = didYouMean(name, in: names)
    let hint = near ?? "there are \(names.joined(separator: ", "))"
    throw ReplayError(line: 0, "unknown event '\(name)'; \(hint)")
  }
}
