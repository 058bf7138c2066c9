import { enableCompileCache, type ResolveFnOutput, registerHooks } from "node:module";
import { endWithNpm } from "./stop-on-signal.ts";

/** The folder of Varde's packages: packages/ in a clone, node_modules/@varde/ when installed. */
const ownFolder = new URL("../../", import.meta.url).href.replace(/\/node_modules\/$/, "$&@varde/");

const formatByExtension = new Map([
  [".ts", "module-typescript"],
  [".js", "module"],
]);

/**
 * Resolves the imports between Varde's own files by their paths alone, and each of its packages
 * once. Node searches the disk for every import, which took a third of the time of a start.
 */
const resolveOwnImports = (): void => {
  const resolvedPackages = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve: (specifier, context, resolveAsNode) => {
      const { parentURL } = context;
      if (!parentURL?.startsWith(ownFolder)) return resolveAsNode(specifier, context);
      if (specifier.startsWith("@varde/")) {
        const known = resolvedPackages.get(specifier);
        if (known !== undefined) return known;
        const resolved = { ...resolveAsNode(specifier, context), shortCircuit: true };
        resolvedPackages.set(specifier, resolved);
        return resolved;
      }
      const format = formatByExtension.get(specifier.slice(-3));
      if (!specifier.startsWith(".") || format === undefined) {
        return resolveAsNode(specifier, context);
      }
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    },
  });
};

/** The exit code of a program that a shell ended with SIGPIPE. */
const closedPipeCode = 141;

/**
 * Ends quietly when the reader of the output has closed it, as `varde logs | head` does. A bank
 * that runs is not stopped by any other fault of the output, as on a full disk; a command fails.
 */
const watchOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (code === "EPIPE") process.exit(closedPipeCode);
      if (stream === process.stderr) return;
      process.exitCode = 1;
      process.stderr.write(`varde: the output cannot be written (${code ?? message}).\n`);
    });
  }
};

watchOutput();
endWithNpm(process.env);
enableCompileCache();
resolveOwnImports();
const { runCommandLine } = await import("./run-command-line.ts");
// The bank continues to run after `start`, so the exit code is set for when the process ends.
const code = await runCommandLine(process.argv.slice(2));
if (code !== 0 || process.exitCode === undefined) process.exitCode = code;
