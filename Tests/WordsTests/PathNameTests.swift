import Testing
import Words

@Suite("paths")
struct PathNameTests {
  @Test(arguments: [
    ("y", ".", "y"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/", "/", ""), ("a/", "a", ""),
    ("a//b", "a", "b"), ("//a", "/", "a"), ("", ".", ""), (".", ".", "."), ("./x", ".", "x"),
  ])
  func areSplitAtTheLastSlash(path: String, folder: String, name: String) {
    #expect(splitPath(path) == (folder, name))
  }
}
