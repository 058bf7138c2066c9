import { enableCompileCache } from "node:module";
import { endWithNpm } from "./stop/end-with-npm.ts";

endWithNpm(process.env);
enableCompileCache();
const { run } = await import("./run.ts");
// The bank continues to run after `start`, so the exit code is set for when the process ends.
process.exitCode = await run(process.argv.slice(2));
