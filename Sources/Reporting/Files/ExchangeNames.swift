import Foundation

/// Lets two existing paths change places in one step. False where the system or the file system
/// cannot do that; nothing has changed then.
func exchangeNames(_ a: String, _ b: String) -> Bool {
  #if os(Linux)
    // renameat2(2) with RENAME_EXCHANGE; the headers show it to C only under _GNU_SOURCE.
    typealias Rename =
      @convention(c) (
        CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt
      ) -> CInt
    guard let symbol = dlsym(nil, "renameat2") else { return false }
    let rename = unsafeBitCast(symbol, to: Rename.self)
    let exchange: CUnsignedInt = 2
    return rename(AT_FDCWD, a, AT_FDCWD, b, exchange) == 0
  #elseif canImport(Darwin)
    return renamex_np(a, b, CUnsignedInt(RENAME_SWAP)) == 0
  #else
    return false
  #endif
}
