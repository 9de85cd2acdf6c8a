import Testing
import Words

@Suite("Sizes and bit rates")
struct ByteQuantitiesTests {
  @Test(arguments: [
    ("1bit/s", 1.0), ("64kbit/s", 64e3), ("1.5Mbit/s", 1.5e6), ("10Gbit/s", 1e10),
  ])
  func bitRates(text: String, rate: Double) throws {
    #expect(try parseBitRate(text) == rate)
    #expect(bitRateText(rate) == text)
  }

  @Test(arguments: [("800B", 800), ("50kB", 50_000), ("2MB", 2_000_000), ("1GB", 1_000_000_000)])
  func sizes(text: String, bytes: Int) throws {
    #expect(try parseBytes(text) == bytes)
    #expect(bytesText(bytes) == text)
  }

  @Test(arguments: [
    ("100", "100 has no unit: write 100bit/s"),
    ("100Mbps", "'100Mbps' is not a bit rate: write 100Mbit/s"),
    ("1gbit", "'1gbit' is not a bit rate: write 1Gbit/s"),
    (
      "fast",
      "'fast' is not a bit rate: write a number and bit/s, kbit/s, Mbit/s or Gbit/s, such as 100Mbit/s"
    ),
  ])
  func badBitRates(text: String, message: String) {
    #expect(throws: QuantityError(message)) { try parseBitRate(text) }
  }

  @Test(arguments: [
    ("50", "50 has no unit: write 50B"), ("50KB", "'50KB' is not a size: write 50kB"),
    ("50KiB", "'50KiB' is not a size: write 50kB"),
    ("1.5B", "1.5B is not a whole number of bytes"),
    ("big", "'big' is not a size: write a number and B, kB, MB or GB, such as 50kB"),
  ])
  func badSizes(text: String, message: String) {
    #expect(throws: QuantityError(message)) { try parseBytes(text) }
  }
}
