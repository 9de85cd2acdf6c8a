import Foundation

/// Lets two existing paths change places in one step: 0, or -1 with `errno` set, `ENOSYS` where the
/// system has no such call.
func exchangeNames(_ a: String, _ b: String) -> Int32 {
  #if os(Linux)
    // renameat2(2) with RENAME_EXCHANGE; the headers show it to C only under _GNU_SOURCE.
    typealias Rename =
      @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt
    if let symbol = dlsym(nil, "renameat2") {
      let rename = unsafeBitCast(symbol, to: Rename.self)
      let exchange: CUnsignedInt = 2
      return rename(AT_FDCWD, a, AT_FDCWD, b, exchange)
    }
  #elseif canImport(Darwin)
    return renamex_np(a, b, CUnsignedInt(RENAME_SWAP))
  #endif
  errno = ENOSYS
  return -1
}
