import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Mutant } from "../../tools/mutate/mutant.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const loader = new URL("../../tools/mutate/load-mutant.ts", import.meta.url).href;

/** Runs the simulator in a process of its own, with a bug in the bank if one is given. */
export const runSimulator = async (
  options: readonly string[],
  bug?: Mutant,
): Promise<{ readonly code: number | null; readonly output: string }> => {
  const env = { ...process.env, VARDE_MUTANT: JSON.stringify(bug === undefined ? [] : [bug]) };
  const args = ["--conditions=varde-source", `--import=${loader}`, main, ...options];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "exit");
  return { code, output: (await printed).join("") };
};
