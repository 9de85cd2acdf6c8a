import Documents

extension JobEngine {
  /// A workflow, whose executors reach most other clusters.
  static let snakemake = JobEngine(
    name: "snakemake", title: "Snakemake", start: "snakemake --cores all", isContainerised: false
  ) { sweep in
    [
      JobFile("Snakefile", "the workflow: the same for every sweep", workflow),
      JobFile("sweep.json", "the sweep: what the workflow reads", configuration(sweep)),
    ]
  }

  /// Files of one's own mark what is done, because Snakemake removes what a failed job was to make.
  private static let workflow = #"""
    # Runs a sweep in shards, and puts them together: snakemake --cores all
    # A shard that is killed goes on where it was when Snakemake begins it again.
    from os import environ
    from shlex import join, quote

    configfile: "sweep.json"
    SIMULATE = quote(environ.get("SIMULATE", "simulate"))
    SHARDS = config["shards"]

    rule all:
        input: "logs/merged"

    rule shard:
        output: touch("logs/{k}-of-{n}.done")
        log: "logs/{k}-of-{n}.log"
        threads: config["threads"]
        resources: mem_mb=config["mem_mb"]
        retries: 2
        params: simulate=SIMULATE, sweep=lambda wildcards: join(config["sweep"])
        shell:
            "exec {params.simulate} sweep {params.sweep} --shard={wildcards.k}/{wildcards.n} "
            "--threads={threads} >>{log} 2>&1"

    rule merge:
        input: expand("logs/{k}-of-{n}.done", k=range(1, SHARDS + 1), n=SHARDS)
        output: touch("logs/merged")
        log: "logs/merge.log"
        resources: mem_mb=1000
        params: simulate=SIMULATE, folders=lambda wildcards: quote(config["folders"])
        shell: "exec {params.simulate} merge {params.folders} >>{log} 2>&1"

    """#

  private static func configuration(_ sweep: JobSweep) -> String {
    let words = sweep.arguments + ["--progress=\(sweep.progress)"]
    let value: JSONValue = [
      "sweep": .array(words.map(JSONValue.string)), "shards": .integer(sweep.shards),
      "folders": .string(sweep.shardFolders), "threads": .integer(sweep.threads),
      "mem_mb": .integer(sweep.mebibytes * 1_048_576 / 1_000_000 + 1),
    ]
    return value.text
  }
}
