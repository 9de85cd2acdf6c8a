import Primitives

extension Catalogue {
  /// Remote calls, watchers and the libraries that retry them.
  static let remoteCalls: [CatalogueEntry] = [
    CatalogueEntry(
      "grpc-spec", "gRPC connection backoff, specification",
      Formula(catalogued: "list(1s; min(120s, 1.6^(x - 1)) * uniform(0.8, 1.2))"),
      reset: .ready, clock: .attemptStart, connectTimeout: .seconds(20),
      source: "grpc/grpc doc/connection-backoff.md",
      note: "The first delay has no jitter. Capped before the jitter, so up to 144 s."),
    CatalogueEntry(
      "kafka", "Apache Kafka clients @06defa48",
      Formula(catalogued: "min(1s, uniform(0.8, 1.2) * min(1s, 50ms * 2^(x - 1)))"),
      reset: .ready, connectTimeout: .seconds(10),
      source: "apache/kafka clients common/utils/ExponentialBackoff.java",
      note: "Capped after the jitter: at the cap half of all delays are exactly 1 s."),
    CatalogueEntry(
      "k8s", "Kubernetes reflector, client-go @32ce75a7",
      Formula(catalogued: "min(30s, 0.8s * 2^(x - 1)) * uniform(1, 2)"),
      reset: .every(.minutes(2)),
      source: "kubernetes/client-go tools/cache/reflector.go",
      note: "Starts again every 2 minutes, while still failing too: a saw-tooth for ever."),
    CatalogueEntry(
      "gax", "Google gax-go @5a1e0eb",
      Formula(catalogued: "uniform(1e-9, min(30s, 2^(x - 1)))"),
      source: "googleapis/gax-go v2/call_option.go"),
    CatalogueEntry(
      "tailscale", "Tailscale backoff @3d195bd6, cap 30 s",
      Formula(catalogued: "min(30s, 10ms * x^2) * uniform(0.5, 1.5)"),
      source: "tailscale/tailscale util/backoff/backoff.go",
      note: "The caller chooses the cap; 30 s here."),
    CatalogueEntry(
      "polly-v2", "Polly v8 decorrelated jitter @173d6d1d, median first delay 1 s",
      Formula(.pollyV2),
      source: "App-vNext/Polly src/Polly.Core/Retry/RetryHelper.cs",
      note: "No cap unless the caller sets one."),
  ]
}
