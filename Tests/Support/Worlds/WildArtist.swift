/// Draws wild worlds: the parts of them in files of their own.
struct WildArtist {
  let number: Int
  var dice: Dice
  /// Events a second that one client makes, about.
  var pace = 0.2
  /// How long the run is, in milliseconds.
  var length = 1_000
  var clients = 1
  /// Of the gateway: the default profile has four.
  var nodes = 4
  /// Names that a fault may be aimed at.
  var cohorts = ["all"]
  /// The session system of each cohort.
  var systems = ["stoat"]
  /// Milliseconds at which things begin and end: few, so that they do so together.
  var moments: [Int] = []
  /// Begin and length of the fault drawn last.
  var lastTimes: (begin: Int, length: Int?)?
  /// True if some clients must find out the address of the service.
  var hasNames = false
  /// How many addresses the service has, where some clients try several.
  var addressCount: Int?
  /// How many formulas have been given a name.
  var namedFormulas = 0

  init(number: Int) {
    self.number = number
    // The styles have nothing in common.
    dice = Dice(UInt64(number) &+ (1 << 41))
  }

  mutating func draw() -> ScenarioTree {
    let network = dice.chance(85) ? drawNetwork() : nil
    var fleet = drawFleet()
    drawSize()
    fleet["count"] = "\(clients)"
    drawMoments()
    let gateway = dice.chance(90) ? drawGateway() : nil
    let faults = drawFaults()
    var tree: ScenarioTree = ["name": "wild-\(number)"]
    if dice.chance(10) { tree["about"] = word("It's wild: a, b", "Nothing to see here #1") }
    if dice.chance(80) { tree["seed"] = drawSeed() }
    tree["duration"] = time(length)
    if dice.chance(35) { tree["until"] = word("settled", "settled", "duration") }
    tree["clients"] = fleet
    tree["network"] = network
    tree["gateway"] = gateway
    tree["faults"] = faults
    if let count = faults?.items?.count, dice.chance(25) {
      tree["recovery"] = recovery(from: count)
    }
    if dice.chance(20) { tree["slo"] = drawPromises() }
    if dice.chance(25) {
      tree["metastable"] = ["window": word("1ns", "1s", "7s", "60s", "5m", "36500d")]
    }
    return tree
  }

  private mutating func drawSeed() -> ScenarioTree {
    // The last seed that there is has no successor.
    word("0", "1", "\(dice.roll(1_000_000))", "9223372036854775808", "18446744073709551615")
  }

  /// How many clients and how long, so that the run has not too many events: the fewer each makes,
  /// the more of them, and the longer.
  private mutating func drawSize() {
    // Most make far fewer; a run that makes many more is cut off.
    let budget = dice.about(16_000, octaves: 7)
    length = min(1_800_000, Int(dice.about(4_000, octaves: 9)))
    clients = min(300, Int(dice.about(3, octaves: 7)))
    let most = budget / (pace * Double(length) / 1_000)
    if most < Double(clients) { clients = max(1, Int(most)) }
    if most < 1 { length = max(1_000, Int(Double(length) * most)) }
    if dice.chance(70) { length -= length % 1_000 }
  }

  private mutating func drawMoments() {
    moments = (0..<4).map { _ -> Int in
      let grid = dice.pick(1, 100, 200, 1_000, 1_000)
      return dice.roll(length + length / 8 + 1) / grid * grid
    }
  }

  private mutating func recovery(from count: Int) -> ScenarioTree {
    let numbers = (0..<dice.within(1...3)).map { _ in dice.roll(count) }
    return ["from": .list(numbers.map { .scalar("\($0)") })]
  }
}
