import Foundation
import PackagePlugin

/// Writes the commit that the sources are of into a Swift file of the program, before each build.
///
/// The manifest cannot say it: SwiftPM keeps what a Package.swift came to, and so would go on naming the
/// commit of the first build. The file is touched only where the commit is another, so a new commit
/// costs one file of the program (all of them where it is optimised) and the link.
@main
struct CommitPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appending(path: "commit")
    let script = context.package.directoryURL.appending(path: "Plugins/CommitPlugin/commit.sh")
    return [
      .prebuildCommand(
        displayName: "Name the commit",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: [
          script.path(percentEncoded: false),
          context.package.directoryURL.path(percentEncoded: false),
          folder.path(percentEncoded: false),
        ],
        environment: ProcessInfo.processInfo.environment,
        outputFilesDirectory: folder)
    ]
  }
}
