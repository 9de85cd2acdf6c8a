import Primitives

extension Catalogue {
  /// Clients of hosted realtime services.
  static let hostedRealtime: [CatalogueEntry] = [
    CatalogueEntry(
      "supabase", "Supabase realtime-js @41a65b0",
      Formula(catalogued: "list(1s, 2s, 5s; 10s)"),
      reset: .open,
      source: "supabase/realtime-js src/RealtimeClient.ts",
      note: "No jitter."),
    CatalogueEntry(
      "centrifuge", "centrifuge-js @c9e8678",
      Formula(
        catalogued: "min(20s, 500ms + "
          + "floor(uniform(0, 1000 * min(20s, 500ms * 2^(x - 1)) + 1)) * 1ms)"),
      reset: .ready, connectTimeout: .seconds(5),
      source: "centrifugal/centrifuge-js src/utils.ts",
      note: "Whole milliseconds above a floor of half a second."),
    CatalogueEntry(
      "ably", "Ably JS @7fa7dc59",
      Formula(
        catalogued: "if(x == 1, 0s, if(elapsed < 120s, "
          + "15s * min((x + 2) / 3, 2) * uniform(0.8, 1), 30s))"),
      reset: .ready, connectTimeout: .seconds(10),
      source: "ably/ably-js src/common/lib/util/utils.ts",
      note: "The first retry is immediate; after 2 minutes everyone waits exactly 30 s."),
    CatalogueEntry(
      "pusher-js", "pusher-js @f53faf9f",
      Formula(catalogued: "list(1s, 15s, 30s; 60s)"),
      clock: .attemptStart, connectTimeout: .seconds(15),
      source: "pusher/pusher-js src/core/connection/connection_manager.ts",
      note: "An attempt that fails waits for its own time-out, which doubles from 15 to 60 s; the"
        + " connect time-out stays at 15 s here. No jitter."),
    CatalogueEntry(
      "pusher-swift", "pusher-websocket-swift @059db591",
      Formula(catalogued: "min(120s, (x - 1)^2)"),
      reset: .ready,
      source: "pusher/pusher-websocket-swift"
        + " Sources/Extensions/PusherConnection+WebsocketDelegate.swift",
      note: "No jitter, and the first retry is immediate."),
    CatalogueEntry(
      "firebase", "Firebase Realtime Database JS @00a0959e",
      Formula(.firebase),
      reset: .uptime(.seconds(30)), clock: .attemptStart,
      source: "firebase/firebase-js-sdk packages/database/src/core/PersistentConnection.ts",
      note: "The age of the last attempt comes off before the draw: after a connection that was up"
        + " for a second or more the first retry is immediate."),
    CatalogueEntry(
      "convex", "Convex JS @8e20ab9, base 1 s",
      Formula(catalogued: "min(16s, 2^(x - 1)) * uniform(0.5, 1.5)"),
      reset: .resync,
      source: "get-convex/convex-js src/browser/sync/web_socket_manager.ts",
      note: "The base depends on why the socket closed: 0.1 s client, 1 s unknown, 3 s overload."),
  ]
}
