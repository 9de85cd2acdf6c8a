import Scenarios

/// The files that wild worlds name. The same lie in `Tests/Corpus`, so that a world that is saved there can be run.
package enum WorldFiles {
  /// By their names.
  package static let texts = [
    "samples.csv": "rtt_ms\n0.0001\n100\n200\n1000\n1000\n6000\n",
    "clients.csv": "client,rtt_ms\nnear,1\nnear,3\nfar,900\nfar,4000\nslow,400\n",
    "quantiles.csv": "percentile,rtt_ms\n1,0.5\n50,100\n99,2000\n100,60000\n",
  ]

  /// Reads them from memory.
  package static let checks = ScenarioChecks(
    files: ScenarioFiles { (request) throws(FileRefusal) in
      guard let text = texts[request.name] else { throw FileRefusal("no world has such a file") }
      return FoundFile(path: request.name, bytes: Array(text.utf8), hash: request.name)
    })
}
