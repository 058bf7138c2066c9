import { enableCompileCache } from "node:module";

enableCompileCache();
const { run } = await import("./run.ts");
// The bank goes on running after `start`, so the code is left for when the process ends.
process.exitCode = await run(process.argv.slice(2));
