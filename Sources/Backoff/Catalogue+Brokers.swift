import Primitives

extension Catalogue {
  /// Clients of message brokers: NATS and MQTT.
  static let brokers: [CatalogueEntry] = [
    CatalogueEntry(
      "natsgo", "nats.go @850f889c",
      Formula(catalogued: "2s + uniform(0s, 100ms)"),
      reset: .ready, attempts: 60, connectTimeout: .seconds(2),
      source: "nats-io/nats.go nats.go",
      note: "It sleeps once per sweep over its servers; with one server that is every attempt."),
    CatalogueEntry(
      "natsgo-tls", "nats.go @850f889c over TLS",
      Formula(catalogued: "2s + uniform(0s, 1s)"),
      reset: .ready, attempts: 60, connectTimeout: .seconds(2),
      source: "nats-io/nats.go nats.go"),
    CatalogueEntry(
      "natsjs", "nats.js @3a7b736b",
      Formula(.natsJS),
      reset: .ready, clock: .attemptStart, attempts: 10, connectTimeout: .seconds(20),
      source: "nats-io/nats.js core/src/protocol.ts",
      note: "Counts from the previous dial: after a connection that was up for longer than 2.1 s"
        + " the first retry is immediate. Gives up after 10."),
    CatalogueEntry(
      "paho-c", "Paho C MQTTAsync @eae14540",
      Formula(
        catalogued: "floor(uniform(floor(min(60s, 2^(x - 1)) / 1.2), "
          + "floor(min(60s, 2^(x - 1)) * 1.2) + 1))"),
      reset: .ready, connectTimeout: .seconds(30),
      source: "eclipse/paho.mqtt.c src/MQTTAsyncUtils.c",
      note: "Whole seconds: two possible values for each of the first three delays."),
    CatalogueEntry(
      "paho-java", "Paho Java @9c742c1d",
      Formula(catalogued: "min(128s, 2^(x - 1))"),
      reset: .ready, connectTimeout: .seconds(30),
      source: "eclipse/paho.mqtt.java MqttAsyncClient.java",
      note: "No jitter. All clients of one process share the delay there; here each has its own."),
    CatalogueEntry(
      "paho-js", "Paho JS @be026e0",
      Formula(catalogued: "list(0s; min(128s, 2^(x - 1)))"),
      reset: .ready, connectTimeout: .seconds(30),
      source: "eclipse/paho.mqtt.javascript src/paho-mqtt.js",
      note: "No jitter, and the first retry is immediate."),
    CatalogueEntry(
      "paho-py", "Paho Python @1d04072",
      Formula(catalogued: "min(120s, 2^(x - 1))"),
      reset: .ready, connectTimeout: .seconds(5),
      source: "eclipse/paho.mqtt.python src/paho/mqtt/client.py",
      note: "No jitter."),
    CatalogueEntry(
      "mqttjs", "MQTT.js @aa03369", Formula(catalogued: "1s"),
      connectTimeout: .seconds(30),
      source: "mqttjs/MQTT.js src/lib/client.ts",
      note: "No jitter, no growth."),
    CatalogueEntry(
      "aws-v4", "aws-c-mqtt @d699fe4e, MQTT 3.1.1",
      Formula(catalogued: "min(128s, 2^(x - 1))"),
      reset: .uptime(.seconds(10)),
      source: "awslabs/aws-c-mqtt source/client.c",
      note: "No jitter."),
    CatalogueEntry(
      "aws-v5", "aws-c-mqtt @d699fe4e, MQTT 5",
      Formula(catalogued: "min(120s, uniform(0s, 2^(x - 1)))"),
      reset: .uptime(.seconds(30)),
      source: "awslabs/aws-c-mqtt source/v5/mqtt5_client.c",
      note: "Capped after the draw: at x = 12 94 % of all delays are exactly 120 s."),
    CatalogueEntry(
      "aws-py-v1", "AWS IoT Python SDK v1 @0a7933e4",
      Formula(catalogued: "min(32s, 2^(x - 1))"),
      reset: .uptime(.seconds(20)), connectTimeout: .seconds(30),
      source: "aws/aws-iot-device-sdk-python AWSIoTPythonSDK/core/protocol/connection/cores.py",
      note: "No jitter."),
  ]
}
