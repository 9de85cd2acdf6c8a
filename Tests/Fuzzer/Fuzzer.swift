import FuzzedReaders

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reader that `SQUALL_FUZZED` names.
private let reader: FuzzedReader = {
  let name = getenv("SQUALL_FUZZED").map { String(cString: $0) } ?? ""
  guard let reader = FuzzedReader(rawValue: name) else {
    let names = FuzzedReader.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("SQUALL_FUZZED is none of \(names)")
  }
  return reader
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  reader.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
