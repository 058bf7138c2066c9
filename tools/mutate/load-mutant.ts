import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../source/list-files.ts";
import { applyMutant, type Mutant } from "./mutant.ts";

// Preloaded into test processes: replaces the source of one module in memory.
const mutant = JSON.parse(process.env.VARDE_MUTANT ?? "null") as Mutant | null;

if (mutant !== null) {
  const mutated = pathToFileURL(join(root, "packages", mutant.file)).href;
  registerHooks({
    load: (url, context, nextLoad) => {
      if (url !== mutated) return nextLoad(url, context);
      const source = applyMutant(readFileSync(fileURLToPath(url), "utf8"), mutant);
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
}
