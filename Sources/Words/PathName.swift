/// Splits a path at its last slash.
///
/// - Returns: the folder, `.` where the path has no slash; and the name in it, empty behind a slash
///   that ends the path.
package func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = path[..<slash].reversed().drop { $0 == "/" }.reversed()
  return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}
