import Measurements
import Simulator

extension RunResult {
  /// Attempts that came to the listener in each second, before and after clear.
  package var arrivalsPerSecond: TimeSeries {
    (load.arrivalsBeforeClear + load.arrivalsAfterClear).coarsened(by: 10)
  }
}
