import Testing

/// Attacks the built program from outside, as users, machines and bad luck do: hostile files,
/// formulas and command lines, damaged journals, kills, full disks, too little memory, slow
/// readers.
///
/// Everything but the moments of kills follows from a seed, so that a case can be seen again:
///
/// - `SQUALL_TOOL=/path/to/simulate`: the program; otherwise the one that stands beside the tests.
/// - `SQUALL_HARNESS=full`: thousands of cases instead of some.
/// - `SQUALL_HARNESS_SEED=2`: other cases.
/// - `SQUALL_HARNESS_CASE=517`: only this one, in every part that counts its cases.
///
/// What must not be is kept with its files in the folder `squall-harness-kept` among the temporary
/// ones.
///
/// One after the other: each part keeps two processes busy by itself.
@Suite("The program under attack", .serialized)
struct ProgramAttacks {}
