extension JobEngine {
  /// An indexed job over a volume that all pods write to, and a job that merges.
  static let kubernetes = JobEngine(
    name: "kubernetes", title: "Kubernetes 1.29 or later", start: "./submit.sh",
    isContainerised: true
  ) { sweep in
    let claim = JobFile("claim.yaml", "the claim to a volume for the results", claim.text(sweep))
    return (sweep.claim == nil ? [claim] : []) + [
      JobFile("shards.yaml", "the shards: an indexed job", shards.text(sweep)),
      JobFile(
        "merge.yaml", "puts the shards together, or names those that are missing", merge.text(sweep)
      ),
      JobFile(
        "submit.sh", "submits the shards, waits for them, and merges", submit.text(sweep),
        isExecutable: true),
    ]
  }

  private static let claim = JobTemplate(
    #"""
    # Pods on several machines write to the volume at a time: the storage class must offer ReadWriteMany.
    # Name one that does where the cluster's own does not.
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: {{claim}}
    spec:
      # storageClassName: nfs
      accessModes: [ReadWriteMany]
      resources:
        requests:
          storage: {{gibibytes}}Gi

    """#)

  private static let shards = JobTemplate(
    #"""
    # The shards of a sweep. For Kubernetes 1.29 and later.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: {{name}}
    spec:
      completionMode: Indexed
      completions: {{shards}}
      parallelism: {{shards}}
      # A shard that fails is begun again and goes on where it was, up to three times; the others go on.
      backoffLimitPerIndex: 3
      # Two pods of a shard at a time would be in each other's way.
      podReplacementPolicy: Failed
      podFailurePolicy:
        rules:
          # Evicted, preempted, or its node drained: begun again, and not counted.
          - action: Ignore
            onPodConditions:
              - {type: DisruptionTarget, status: "True"}
          # What cannot be run as it was asked for (exit code 2) is not begun again.
          - action: FailIndex
            onExitCodes: {containerName: simulate, operator: In, values: [2]}
      ttlSecondsAfterFinished: 604800
      template:
        spec:
          restartPolicy: Never
    \#(pod)
              command: [simulate, sweep]
              args:
    {{#strings}}
                - {{.}}
    {{/strings}}
                - "--shard=auto/{{shards}}"
                - "--threads={{threads}}"
                - "--progress={{progress}}"
              resources:
                requests: {cpu: "{{threads}}", memory: {{mebibytes}}Mi}
                limits: {memory: {{mebibytes}}Mi}
    {{#scenarioString}}
              volumeMounts:
                - {name: results, mountPath: /sweep/results}
                - {name: scenario, mountPath: {{scenarioString}}, subPath: scenario, readOnly: true}
          volumes:
            - name: results
              persistentVolumeClaim: {claimName: {{claim}}}
            - name: scenario
              configMap: {name: {{name}}}
    {{/scenarioString}}
    {{^scenarioString}}
    \#(volume)
    {{/scenarioString}}

    """#)

  private static let merge = JobTemplate(
    #"""
    # Puts the shards of a sweep together. For Kubernetes 1.29 and later.
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: {{name}}-merge
    spec:
      podReplacementPolicy: Failed
      podFailurePolicy:
        rules:
          - action: Ignore
            onPodConditions:
              - {type: DisruptionTarget, status: "True"}
          # Its answer would be the same again: shards are missing, or a promise is broken.
          - action: FailJob
            onExitCodes: {containerName: simulate, operator: NotIn, values: [0]}
      ttlSecondsAfterFinished: 604800
      template:
        spec:
          restartPolicy: Never
    \#(pod)
              command: [simulate, merge]
              args: [{{patternString}}]
              resources:
                requests: {cpu: "1", memory: 1Gi}
                limits: {memory: 1Gi}
    \#(volume)

    """#)

  /// The settings of a pod with no rights but those to the volume.
  private static let pod = #"""
          automountServiceAccountToken: false
          enableServiceLinks: false
          securityContext:
            runAsNonRoot: true
            runAsUser: 65532
            runAsGroup: 65532
            # The volume's files belong to this group, so that the pods may write to it.
            fsGroup: 65532
            fsGroupChangePolicy: OnRootMismatch
            seccompProfile: {type: RuntimeDefault}
          containers:
            - name: simulate
              image: {{image}}
              workingDir: /sweep
              securityContext:
                allowPrivilegeEscalation: false
                readOnlyRootFilesystem: true
                capabilities: {drop: [ALL]}
    """#

  private static let volume = #"""
              volumeMounts:
                - {name: results, mountPath: /sweep/results}
          volumes:
            - name: results
              persistentVolumeClaim: {claimName: {{claim}}}
    """#

  private static let submit = JobTemplate(
    #"""
    #!/bin/sh
    # Submits the shards, waits until all have ended, and puts them together. What it is given is for
    # every call of kubectl: ./submit.sh --namespace=simulations
    # Given again, it goes on where it was: shards that are finished end at once.
    set -eu
    cd "$(dirname "$0")"

    # Waits until a job is complete or has failed. (kubectl wait --for=condition=complete would wait for
    # ever for a job that has failed.)
    ended() {
      job=$1
      shift
      while :; do
        if state=$(kubectl get job "$job" "$@" --ignore-not-found \
          --output='jsonpath={.metadata.name} {.status.conditions[?(@.status=="True")].type}'); then
          case " $state " in
            *" Complete "*) return 0 ;;
            *" Failed "*) return 1 ;;
            "  ") echo "job $job is gone" >&2; return 1 ;;
          esac
        fi
        sleep "${SECONDS_BETWEEN:-5}"
      done
    }

    {{#ownClaim}}
    kubectl apply "$@" --filename=claim.yaml
    {{/ownClaim}}
    # In the foreground: it waits until the pods of before are gone.
    kubectl delete job {{name}} {{name}}-merge "$@" --ignore-not-found --cascade=foreground
    {{#scenarioWord}}
    kubectl delete configmap {{name}} "$@" --ignore-not-found
    kubectl create configmap {{name}} "$@" --from-file=scenario=/dev/stdin <{{scenarioWord}}
    {{/scenarioWord}}
    kubectl create "$@" --filename=shards.yaml
    if ! ended {{name}} "$@"; then
      kubectl get job {{name}} "$@" --ignore-not-found \
        --output='jsonpath=failed indexes, of which 0 is shard 1: {.status.failedIndexes}' >&2
      echo >&2
    fi
    # It names the shards that are missing.
    kubectl create "$@" --filename=merge.yaml
    ended {{name}}-merge "$@" || :
    kubectl logs "$@" job/{{name}}-merge
    # The exit code of the merge: of its last pod, should one have been evicted.
    codes=$(kubectl get pods "$@" --selector=batch.kubernetes.io/job-name={{name}}-merge \
      --sort-by=.metadata.creationTimestamp \
      --output='jsonpath={.items[*].status.containerStatuses[0].state.terminated.exitCode}')
    exit "${codes##* }"

    """#)
}
