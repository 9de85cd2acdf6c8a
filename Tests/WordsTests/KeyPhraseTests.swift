import Testing

@testable import Words

@Suite("Keys in sentences") struct KeyPhraseTests {
  @Test(
    "a key that many vary has words, any other stands as it is typed",
    arguments: [
      ("gateway.nodes", "4", "4 nodes", "the number of nodes"),
      ("gateway.nodes", "1", "1 node", "the number of nodes"),
      ("clients.count", "3,000", "3,000 clients", "the number of clients"),
      ("faults.0.for", "10 min", "a first fault of 10 min", "the length of the first fault"),
      ("network.loss", "1 %", "a loss of 1 %", "the loss"),
      ("backoff", "aws-full", "aws-full", "the formula"),
      ("gateway.auth.time", "50 ms", "gateway.auth.time 50 ms", "gateway.auth.time"),
    ])
  func words(key: String, value: String, phrase: String, subject: String) {
    #expect(KeyPhrase(key).with(value) == phrase)
    #expect(KeyPhrase(key).subject == subject)
  }
}
