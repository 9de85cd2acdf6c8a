import Sessions

/// The part of a client that the loop touches on every event of the client: 64 bytes, one cache
/// line, for a Stoat client.
struct ClientRecord<Machine: SessionStateMachine>: BitwiseCopyable {
  var slot: SessionSlot<Machine>
  var presence = Presence.idle
  var marks: Marks = []
  var cohort: UInt8 = 0
  /// After three single bytes: a slot has an odd number of them.
  var connection = ConnectionState()
  /// The entry in which the work book keeps the cost of the present attempt; 0 for none.
  var work: UInt32 = 0

  init(_ machine: Machine) { slot = SessionSlot(machine) }
}

/// All clients of a run: columns of plain records.
///
/// A handle, which every process of a subfleet may keep: the subfleet owns what it points to.
struct ClientTable<Machine: SessionStateMachine>: BitwiseCopyable {
  let count: Int
  private let records: Column<ClientRecord<Machine>>
  let statistics: Column<ClientStatistics>
  /// nil in a run without devices that do something by themselves.
  let devices: Column<DeviceRecord>?
  /// nil in a run without entities.
  let copies: Column<EntityCopies>?
  /// nil in a run in which no move of a stream is kept.
  let kept: Column<KeptMoves>?
  /// nil in a run in which all addresses are known.
  let names: Column<NameRecord>?
  /// nil in a run in which nothing depends on the gateway's end of connections.
  let wires: Column<WireRecord>?
  /// nil in a run with one address, which never dies.
  let addresses: Column<AddressRecord>?

  /// - Parameter shared: what clients of all systems have alike.
  fileprivate init(_ machine: Machine, _ shared: SharedColumns) {
    count = shared.count
    records = Column(of: ClientRecord(machine), count: count)
    statistics = shared.statistics
    devices = shared.devices
    copies = shared.copies
    kept = shared.kept
    names = shared.names
    wires = shared.wires
    addresses = shared.addresses
  }

  fileprivate func free() { records.free() }

  subscript(client: UInt32) -> ClientRecord<Machine> {
    @inline(__always) unsafeAddress { records.address(client) }
    @inline(__always) nonmutating unsafeMutableAddress { records.mutableAddress(client) }
  }

  @inline(__always)
  func cohort(_ client: UInt32) -> Int { Int(self[client].cohort) }

  var all: Range<UInt32> { 0..<UInt32(count) }

  /// Fetches what the loop will touch of the owner of an event that is due soon.
  @inline(__always)
  func prefetch(ownerOf key: UInt64) {
    switch EventCode.eventClass(of: key) {
    case .client:
      let client = ClientEvent(key).client
      records.prefetch(client)
      statistics.prefetch(client)
      if let devices { devices.prefetch(client) }
      if let copies { copies.prefetch(client) }
      if let kept { kept.prefetch(client) }
    case .gateway: prefetchAtGateway(GatewayEvent(key).client)
    case .fault: break
    }
  }

  /// Fetches what the gateway's events touch of a client.
  @inline(__always)
  func prefetchAtGateway(_ client: UInt32) {
    records.prefetchBegin(client)
    statistics.prefetch(client)
  }
}

/// The owner of a subfleet's table: what it points to lives as long as this.
final class OwnedTable<Machine: SessionStateMachine> {
  let clients: ClientTable<Machine>
  private let shared: SharedColumns

  init(_ machine: Machine, _ shared: SharedColumns) {
    self.shared = shared
    clients = ClientTable(machine, shared)
  }

  deinit { clients.free() }
}

/// The columns that are alike for clients of all session systems: the subfleets of a run share
/// them.
final class SharedColumns {
  /// Clients of the run.
  let count: Int
  let statistics: Column<ClientStatistics>
  /// nil in a run without devices that do something by themselves.
  let devices: Column<DeviceRecord>?
  /// nil in a run without entities.
  let copies: Column<EntityCopies>?
  /// nil in a run in which no move of a stream is kept.
  let kept: Column<KeptMoves>?
  /// nil in a run in which all addresses are known.
  let names: Column<NameRecord>?
  /// nil in a run in which nothing depends on the gateway's end of connections.
  let wires: Column<WireRecord>?
  /// nil in a run with one address, which never dies.
  let addresses: Column<AddressRecord>?

  init(
    count: Int, hasDevices: Bool, hasEntities: Bool, keepsMoves: Bool, hasNames: Bool,
    hasWires: Bool, mindsAddresses: Bool
  ) {
    self.count = count
    statistics = Column(of: ClientStatistics(), count: count)
    devices = hasDevices ? Column(of: DeviceRecord(), count: count) : nil
    copies = hasEntities ? Column(of: EntityCopies(), count: count) : nil
    kept = keepsMoves ? Column(of: KeptMoves(), count: count) : nil
    names = hasNames ? Column(of: NameRecord(), count: count) : nil
    wires = hasWires ? Column(of: WireRecord(), count: count) : nil
    addresses = mindsAddresses ? Column(of: AddressRecord(), count: count) : nil
  }

  deinit {
    statistics.free()
    devices?.free()
    copies?.free()
    kept?.free()
    names?.free()
    wires?.free()
    addresses?.free()
  }
}
