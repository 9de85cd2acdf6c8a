extension JobEngine {
  /// The cores of this machine, or of those that ssh reaches.
  static let parallel = JobEngine(
    name: "parallel", title: "GNU parallel", start: "./submit.sh", isContainerised: false
  ) { sweep in
    [
      JobFile("shard.sh", "one shard", shard.text(sweep), isExecutable: true),
      JobFile(
        "submit.sh", "runs all shards, then puts them together", submit.text(sweep),
        isExecutable: true),
    ]
  }

  private static let shard = JobTemplate(
    #"""
    #!/bin/sh
    # One shard of a sweep: ./shard.sh K
    exec "${SIMULATE:-simulate}" sweep \
    {{#words}}
      {{.}} \
    {{/words}}
      --shard="$1/{{shards}}" --threads={{threads}} --progress={{progress}}

    """#)

  private static let submit = JobTemplate(
    #"""
    #!/bin/sh
    # Runs the shards, and puts them together. What it is given is for GNU parallel, for example
    # machines, which must see this folder under this path:
    #   ./submit.sh --sshlogin node1,node2
    # Given again, it runs the shards that failed or were not begun: the joblog has the others.
    set -u
    cd "$(dirname "$0")" || exit 1
    export SIMULATE="${SIMULATE:-simulate}"
    seq {{shards}} | parallel --will-cite --jobs {{jobs}}% --workdir "$PWD" --env SIMULATE \
      --joblog {{name}}.joblog --resume-failed "$@" './shard.sh {} >>shard-{}.log 2>&1'
    # Where shards are missing it names them, and fails.
    exec "$SIMULATE" merge {{pattern}}

    """#)
}
