/// The name most like `name`; nil where none is near (more than a third of the letters differ).
package func nearestName(to name: String, among names: [String]) -> String? {
  nearest(to: name, in: names)
}
