import Documents
import Jobs
import Systems
import Words

/// The report of `simulate sweep --jobs`: the files that it wrote, and the next steps with them.
package struct JobReport: Report {
  private let engine: JobEngine
  private let sweep: JobSweep
  private let files: [JobFile]
  private let folder: String

  package init(_ engine: JobEngine, _ sweep: JobSweep, _ files: [JobFile], in folder: String) {
    self.engine = engine
    self.sweep = sweep
    self.files = files
    self.folder = folder
  }

  private var start: String { "cd \(shellWord(folder)) && \(engine.start)" }

  package func text() -> String {
    let shards = "\(sweep.shards) shard\(sweep.shards == 1 ? "" : "s")"
    let threads = "\(sweep.threads) thread\(sweep.threads == 1 ? "" : "s")"
    let width = files.map(\.path.count).max() ?? 0
    let list = files.map { file in
      "  " + file.path + String(repeating: " ", count: width - file.path.count + 3) + file.about
    }
    return """
      \(sweep.scenario)   \(sweep.cells) cells in \(shards) for \(engine.title)   \(threads) and \
      \(sweep.mebibytes) MiB each

      \(list.joined(separator: "\n"))

        start         \(start)
        again         the same: what is finished is not run again
        results       \(engine.results(of: sweep, in: folder))

      """
  }

  package func writeDocument(_ write: (String) throws -> Void) throws {
    let list = files.map { file -> JSONValue in
      ["path": .string(file.path), "about": .string(file.about)]
    }
    let value: JSONValue = [
      "schema": .integer(1), "engine": .string(engine.name), "scenario": .string(sweep.scenario),
      "cells": .integer(sweep.cells), "shards": .integer(sweep.shards),
      "threads": .integer(sweep.threads), "memory_bytes": .integer(sweep.mebibytes << 20),
      "folder": .string(folder), "files": .array(list), "start": .string(start),
      "results": .string(engine.results(of: sweep, in: folder)),
    ]
    try write(value.text)
  }

  package func forEachRow(_ body: ([String]) throws -> Void) throws {
    try body(["path", "about"])
    for file in files { try body(["\(folder)/\(file.path)", file.about]) }
  }
}
