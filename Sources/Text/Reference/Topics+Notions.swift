import Documents

extension Topic {
  /// Words of a summary that are neither keys nor metrics.
  static let notions: [Topic] = [
    Topic(
      "incident", .notion,
      """
      A fault that takes the service away or cuts it down: outage, restart, capacity below 100 %, slow, \
      authFailure, flapping of the gateway, offline, and a loss of 100 %. Recovery is counted from the \
      latest end of an incident (clear), or from the faults that recovery.from names.
      """, aliases: ["incidents"]),
    Topic(
      "weather", .notion,
      """
      Every fault that is no incident: latency, loss, flapping of paths or devices, background, handover \
      and logout. It goes on around an incident, and does not say when the incident is over.
      """),
    Topic(
      "front", .notion,
      """
      The formulas than which no other is better in all of the figures that are compared: recovery, peak \
      and attempts. A choice among them is a choice of what matters more.
      """, aliases: ["pareto", "Pareto front"]),
    Topic(
      "digest", .notion,
      """
      A hash of everything that a run measured: 16 hexadecimal digits. The same scenario, seed and \
      version give the same digest, on any machine and any number of threads.
      """),
    Topic(
      "manifest", .notion,
      """
      manifest.json of a results folder: every value of the scenario and its text, the seed, the digest, and \
      each file's size and hash. A run's can be run again: simulate results/mine/manifest.json.
      """, aliases: ["manifest.json"]),
    Topic(
      "monotone", .notion,
      """
      Promises are monotone in a key where more of it only helps, or only harms. simulate capacity checks \
      the neighbours of its answer and the far end of the range, and says where they are not: then a \
      value beyond the answer can break what the answer keeps.
      """),
    Topic(
      "map cell", .notion, "What the seeds of a cell say in simulate map.",
      members: [
        ("recovers", "With no seed does the storm outlive its cause."),
        ("metastable", "It does with every seed."),
        ("mixed", "It does with some seeds and not with others."),
        ("undecided", "With some seed metastable is undefined: most often the run ends too soon."),
      ], aliases: ["recovers", "mixed", "undecided"]),
    Topic(
      "exit code", .notion, "What the command tells a script.",
      members: [
        ("0", "All is well."),
        ("1", "Something went wrong while it ran, or nothing could be written."),
        ("2", "Wrong usage or a bad scenario: nothing was run."),
        ("3", "A promise (slo) is broken."),
        ("4", "A metric is worse than in the baseline by more than its tolerance."),
        ("5", "Two runs that should be the same differ."),
        ("130", "Interrupted; what was measured is written."),
      ], aliases: ["exit codes", "exit status"]),
  ]
}
