extension JobEngine {
  /// A job array, and a job that merges once all of its tasks have ended.
  static let slurm = JobEngine(
    name: "slurm", title: "Slurm", start: "./submit.sh", isContainerised: false
  ) { sweep in
    [
      JobFile("shard.sh", "one shard: a task of the job array", shard.text(sweep)),
      JobFile(
        "merge.sh", "puts the shards together, or names those that are missing", merge.text(sweep)),
      JobFile("submit.sh", "submits both", submit.text(sweep), isExecutable: true),
    ]
  }

  private static let shard = JobTemplate(
    #"""
    #!/bin/sh
    # One shard of a sweep, as a task of a job array. A task that is requeued, or submitted again
    # (sbatch --array=4 shard.sh), goes on where it was; one that is finished ends at once.
    #SBATCH --job-name={{name}}
    #SBATCH --array=1-{{shards}}
    #SBATCH --cpus-per-task={{threads}}
    #SBATCH --mem={{mebibytes}}M
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output=shard-%a.log

    # exec: a signal of Slurm reaches the program itself, which then ends in good order.
    exec "${SIMULATE:-simulate}" sweep \
    {{#words}}
      {{.}} \
    {{/words}}
      --shard=auto/{{shards}} --threads="${SLURM_CPUS_PER_TASK:-{{threads}}}" --progress={{progress}}

    """#)

  private static let merge = JobTemplate(
    #"""
    #!/bin/sh
    # Puts the shards together. It runs once all tasks have ended, however they ended: where shards are
    # missing it names them, and fails.
    #SBATCH --job-name={{name}}-merge
    #SBATCH --mem=1G
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output=merge.log

    exec "${SIMULATE:-simulate}" merge {{pattern}}

    """#)

  private static let submit = JobTemplate(
    #"""
    #!/bin/sh
    # Submits the shards, and behind them the merge. What it is given is for the shards:
    #   ./submit.sh --time=02:00:00 --array=4,6
    # SBATCH_ACCOUNT, SBATCH_PARTITION, SBATCH_QOS and their like in the environment hold for both.
    set -eu
    cd "$(dirname "$0")"
    array=$(sbatch --parsable "$@" shard.sh)
    merge=$(sbatch --parsable --dependency="afterany:${array%%;*}" merge.sh)
    echo "submitted shards ${array%%;*} and merge ${merge%%;*}; merge.log will say how it went"

    """#)
}
