import Primitives

extension Catalogue {
  /// Chat clients and the libraries they are built on.
  static let chat: [CatalogueEntry] = [
    CatalogueEntry(
      "stoat-sdk", "Stoat javascript-client-sdk @d435932b",
      Formula(catalogued: "(2^(x - 1) - 1) * uniform(0.8, 1.2)"),
      reset: .ready, connectTimeout: .seconds(10),
      source: "stoatchat/javascript-client-sdk src/Client.ts",
      note: "The first retry is immediate, and there is no cap: 34 minutes at x = 12."),
    CatalogueEntry(
      "stoat-web", "Stoat for-web @2b72889c",
      Formula(catalogued: "(2^x - 1) * uniform(0.8, 1.2)"),
      reset: .ready, connectTimeout: .seconds(10),
      source: "stoatchat/for-web packages/client/components/client/Controller.ts",
      note: "No cap: 68 minutes at x = 12."),
    CatalogueEntry(
      "revite", "Revite @41f47a1a", Formula(catalogued: "1s"),
      source: "revoltchat/revite src/controllers/client/Session.tsx",
      note: "No jitter, no growth."),
    CatalogueEntry(
      "stoat-ios", "Stoat for-ios @bbb2e04",
      Formula(catalogued: "250ms * 2^(x - 2)"),
      reset: .ready,
      source: "stoatchat/for-ios Stoat/Api/Websocket.swift",
      note: "No jitter, no cap. One failure can start two retries there; here it starts one."),
    CatalogueEntry(
      "signal-desktop", "Signal-Desktop @091b50c4",
      Formula(
        catalogued: "list(1s, 2s, 3s, 5s, 8s, 13s, 21s, 34s; 55s) + if(x > 4, uniform(0s, 5s), 0s)"
      ),
      reset: .ready,
      source: "signalapp/Signal-Desktop ts/util/BackOff.ts",
      note: "The first four retries have no jitter."),
    CatalogueEntry(
      "libsignal-route", "libsignal @b056faa6, fresh failures",
      Formula(catalogued: "30s * (10^(min(x, 5) / 5) - 1) / 9"),
      reset: .ready,
      source: "signalapp/libsignal rust/net/infra/src/route/schedule.rs",
      note: "No jitter. There the memory of a failure fades with its age; here it is always fresh."),
    CatalogueEntry(
      "matrix-js", "Matrix js-sdk @8fec0cb6, /sync",
      Formula(catalogued: "list(2s; 5s) + floor(uniform(0, 5000)) * 1ms"),
      connectTimeout: .seconds(15),
      source: "matrix-org/matrix-js-sdk src/sync.ts",
      note: "No growth."),
    CatalogueEntry(
      "simplex", "SimpleX simplexmq @92598c2d",
      Formula(catalogued: "list(0s, 2s, 2s, 2s, 2s, 2s; min(180s, 2s * 1.5^(x - 6)))"),
      connectTimeout: .seconds(15),
      source: "simplex-chat/simplexmq src/Simplex/Messaging/Agent/RetryInterval.hs",
      note: "Grows once it has slept for 10 s in all; only its own delays count, so this follows"
        + " from x. No jitter."),
    CatalogueEntry(
      "discordpy", "discord.py @1add8a0b4",
      Formula(catalogued: "uniform(0s, 2^min(x, 10))"),
      reset: .idle(.seconds(2048)), connectTimeout: .seconds(60),
      source: "Rapptz/discord.py discord/backoff.py",
      note: "A success does not restart the count; 2,048 s without asking for a delay do."),
    CatalogueEntry(
      "discordjs", "@discordjs/ws @02175c0d", Formula(catalogued: "500ms"),
      source: "discordjs/discord.js packages/ws/src/ws/WebSocketShard.ts",
      note: "No jitter, no growth."),
  ]
}
