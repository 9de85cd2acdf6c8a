extension LadderQueue {
  /// Longer runs are cut when an event is to be put into them.
  private static var longRun: Int { 64 }
  /// The number of events that stay in a run that is cut.
  private static var keptOfRun: Int { 24 }
  /// Up to so many events are all kept in the run.
  private static var fewEvents: Int { 24 }
  /// From so many events on the owners' records leave the nearest cache: announcing pays.
  private static var manyEvents: Int { 1024 }
  private static var announceAhead: Int { 16 }

  /// Makes the run long enough to take from it without checks. False if that cannot be.
  @usableFromInline @inline(never)
  mutating func prepare() -> Bool {
    run.ahead = pending >= Self.manyEvents ? Self.announceAhead : 1
    while run.count <= run.ahead && extendRun() {}
    run.setClear(late.isEmpty)
    return run.next < run.clear
  }

  /// Takes the least of the run and `late`, one of which may be empty, or both.
  @usableFromInline @inline(never)
  mutating func popChecked() -> PendingEvent? {
    guard let event = takeLeast() else { return nil }
    if run.count > 0 && run[0] == event || late.min == event { found(equal: event) }
    pending -= 1
    latest = event.time
    return event
  }

  @usableFromInline @inline(never)
  mutating func found(equal event: PendingEvent) { equalEvents = event }

  private mutating func takeLeast() -> PendingEvent? {
    guard let early = late.min else { return run.count > 0 ? run.popFirst() : nil }
    return run.count > 0 && run[0] < early ? run.popFirst() : late.popMin()
  }

  // MARK: Filling

  /// Joins the next events to the run, or gets closer to that. False when there are none.
  private mutating func extendRun() -> Bool {
    guard rungs.depth > 0 else { return takeBeyond() }
    let level = rungs.depth - 1
    guard let bucket = rungs.rungs[level].first else {
      rungs.pop()
      return true
    }
    let tail = rungs.rungs[level].take(bucket)
    let count = chunks.count(tail)
    let end = rungs.rungs[level].end(of: bucket)
    if count <= SortedRun.short || isIndivisible(tail, at: level) {
      run.append(tail, count: count, from: chunks)
      runLast = end
    } else {
      let start = rungs.rungs[level].start(of: bucket)
      spread(tail, from: start, to: end, bits: Self.bits(for: count, each: 5))
    }
    return true
  }

  /// Returns true if a bucket of this level with many events must be sorted as a whole.
  private func isIndivisible(_ tail: UInt32, at level: Int) -> Bool {
    rungs.rungs[level].shift == 0 || rungs.isFull || chunks.isOneInstant(tail)
  }

  private mutating func takeBeyond() -> Bool {
    let count = chunks.count(beyond.tail)
    if count == 0 { return false }
    let (tail, first, last) = (beyond.tail, beyond.first, beyond.last)
    beyond = Beyond()
    if count <= SortedRun.short || first == last {
      run.append(tail, count: count, from: chunks)
      runLast = last
    } else {
      let bits = Self.bits(for: count, each: 0)
      spread(tail, from: first, to: Self.wholeSpan(from: first, to: last), bits: bits)
    }
    return true
  }

  /// The end of the least span of 2^n nanoseconds that holds both, so that no bucket is idle.
  private static func wholeSpan(from first: Int64, to last: Int64) -> Int64 {
    let width = UInt64.max &>> UInt64(UInt64(bitPattern: last &- first).leadingZeroBitCount)
    let room = UInt64(bitPattern: Int64.max &- first)
    return width > room ? .max : first &+ Int64(bitPattern: width)
  }

  /// Spreads a list over a new, finest rung.
  private mutating func spread(_ tail: UInt32, from first: Int64, to last: Int64, bits: Int) {
    rungs.push(from: first, to: last, bits: bits)
    // Nothing pending is earlier; what comes for the gap before it is put into the run.
    runLast = max(runLast, first &- 1)
    let rung = rungs.rungs + (rungs.depth - 1)
    chunks.drain(tail) { rung.pointee.insert($0, in: chunks) }
  }

  /// Bits of the number of buckets for `count` events that are to be 2^`each` to a bucket.
  private static func bits(for count: Int, each: Int) -> Int {
    min(max(3, Int.bitWidth - count.leadingZeroBitCount - each), Rung.mostBits)
  }

  // MARK: Events within the run, or beyond the rungs

  @usableFromInline @inline(never)
  mutating func insertIntoRun(_ event: PendingEvent) {
    if late.isEmpty && run.count >= Self.longRun { shortenRun() }
    if event.time > runLast {
      _ = rungs.insert(event, in: chunks)
    } else if late.isEmpty && run.count < Self.longRun {
      run.insert(event)
      run.setClear(true)
    } else {
      late.insert(event)
      run.setClear(false)
    }
  }

  /// Gives the rest of a long run to a new rung, unless it is all for one instant.
  private mutating func shortenRun() {
    guard !rungs.isFull, let cut = run.cut(after: Self.keptOfRun) else { return }
    let first = run[cut - 1].time &+ 1
    rungs.push(from: first, to: runLast, bits: Self.bits(for: run.count - cut, each: 3))
    runLast = first &- 1
    let rung = rungs.rungs + (rungs.depth - 1)
    run.drain(from: cut) { rung.pointee.insert($0, in: chunks) }
    run.setClear(true)
  }

  @usableFromInline @inline(never)
  mutating func insertBeyond(_ event: PendingEvent) {
    if pending <= Self.fewEvents && rungs.depth == 0 && beyond.tail == 0 && late.isEmpty {
      runLast = event.time
      run.append(event)
      run.setClear(true)
      return
    }
    beyond.first = min(beyond.first, event.time)
    beyond.last = max(beyond.last, event.time)
    if EventChunks.isFull(beyond.tail) { beyond.tail = chunks.newChunk(after: beyond.tail) }
    beyond.tail = chunks.write(event, at: beyond.tail)
  }
}
