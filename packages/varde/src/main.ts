import { enableCompileCache } from "node:module";
import { resolveOwnImports } from "./resolve-own-imports.ts";
import { endWithNpm } from "./stop/end-with-npm.ts";

endWithNpm(process.env);
enableCompileCache();
resolveOwnImports();
const { runCommandLine } = await import("./run-command-line.ts");
// The bank continues to run after `start`, so the exit code is set for when the process ends.
process.exitCode = await runCommandLine(process.argv.slice(2));
