import Primitives

extension Catalogue {
  /// WebSocket libraries and web frameworks.
  static let webSockets: [CatalogueEntry] = [
    CatalogueEntry(
      "socketio", "Socket.IO client @d2d753fe",
      Formula(.socketIO),
      reset: .open, connectTimeout: .seconds(20),
      source: "socketio/socket.io packages/socket.io-client/lib/contrib/backo2.ts",
      note: "One draw decides size and sign of the jitter, which leaves stripes. Capped after the"
        + " jitter: from x = 5 everyone waits exactly 5 s."),
    CatalogueEntry(
      "socketio-swift", "socket.io-client-swift @42da871",
      Formula(
        catalogued: "list(0s; min(30s, max(10s, 10s * 1.5^(x - 1) * uniform(1, 1.5))))"),
      reset: .ready,
      source: "socketio/socket.io-client-swift Source/SocketIO/Manager/SocketManager.swift",
      note: "The first retry is immediate; from x = 4 exactly 30 s. Its timer fires whether or not"
        + " an attempt is in flight; here one attempt ends before the next."),
    CatalogueEntry(
      "phoenix", "Phoenix JS @167c4695",
      Formula(catalogued: "list(10ms, 50ms, 100ms, 150ms, 200ms, 250ms, 500ms, 1s, 2s; 5s)"),
      reset: .open,
      source: "phoenixframework/phoenix assets/js/phoenix/socket.js",
      note: "No jitter, and the first retry after 10 ms."),
    CatalogueEntry(
      "signalr", "SignalR JS @049156e8",
      Formula(catalogued: "list(0s, 2s, 10s, 30s; stop)"),
      reset: .ready, attempts: 4,
      source: "dotnet/aspnetcore src/SignalR/clients/ts/signalr/src/DefaultReconnectPolicy.ts",
      note: "The first retry is immediate, and after 42 s it gives up."),
    CatalogueEntry(
      "rws", "reconnecting-websocket @05a2f7c, partysocket @3ed3bf0",
      Formula(.reconnectingWebSocket),
      reset: .uptime(.seconds(5)), connectTimeout: .seconds(4),
      source: "pladaria/reconnecting-websocket reconnecting-websocket.ts",
      note: "The jitter is drawn once per process: a client keeps its own pace for ever."),
    CatalogueEntry(
      "actioncable", "ActionCable 6.1 and later @1a767e9c",
      Formula(
        catalogued: "6s * 1.15^min(x - 1, 10) * (1 + if(x == 1, 1, 0.15) * uniform(0, 1))"),
      reset: .ready,
      source: "rails/rails actioncable/app/assets/javascripts/actioncable.esm.js",
      note: "A polling loop. The first delay counts from the last ping; here from the drop."),
    CatalogueEntry(
      "actioncable-old", "ActionCable 6.0 and before @012c17cc",
      Formula(catalogued: "min(30s, max(3s, 5s * log(x)))"),
      reset: .ready,
      source: "rails/rails actioncable/app/javascript/action_cable/connection_monitor.js",
      note: "No jitter."),
    CatalogueEntry(
      "graphqlws", "graphql-ws @af4f5c9",
      Formula(catalogued: "2^(x - 1) + uniform(300ms, 3s)"),
      reset: .ready, attempts: 5,
      source: "enisdenjo/graphql-ws src/client.ts",
      note: "Gives up after 5 retries, about 39 s."),
    CatalogueEntry(
      "meteor", "Meteor @01bd35e0",
      Formula(catalogued: "list(10ms, 10ms; min(300s, 2.2^(x - 1)) * uniform(0.75, 1.25))"),
      reset: .ready,
      source: "meteor/meteor packages/retry/retry.js",
      note: "Two retries after 10 ms each, without jitter."),
    CatalogueEntry(
      "homeassistant", "Home Assistant JS @05767747",
      Formula(catalogued: "min(x - 1, 5)"),
      source: "home-assistant/home-assistant-js-websocket lib/connection.ts",
      note: "No jitter, and the first retry is immediate."),
  ]
}
