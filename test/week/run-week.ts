import { parseArgs } from "node:util";
import { startBank } from "@varde/sandbox";
import type { StorageLocation } from "@varde/storage";

/**
 * Runs the batches of one world in a separate process, and prints when it starts and ends. It can
 * be set to die at a call to the core bank or at its return, for example "before submitAll 2".
 */
const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    url: { type: "string" },
    world: { type: "string", default: "" },
    die: { type: "string", default: "" },
  },
});
const location: StorageLocation =
  values.url === undefined
    ? { engine: "sqlite", folder: values.folder ?? "" }
    : { engine: "postgres", url: values.url };
const bank = await startBank({ location });
dieAt(values.die, bank.bank.coreBank);
process.stdout.write("begun\n");
const run = await bank.runDueBatches(values.world);
process.stdout.write(`done ${run.batches} ${run.payments}\n`);
await bank.close();

function dieAt(point: string, coreBank: object): void {
  const [when, name = "", count = "1"] = point.split(" ");
  const crossing = (coreBank as Record<string, unknown>)[name];
  if (typeof crossing !== "function") return;
  let calls = 0;
  const dying = async (...given: unknown[]) => {
    calls += 1;
    const isLast = calls === Number(count);
    if (isLast && when === "before") process.kill(process.pid, "SIGKILL");
    const response = await crossing(...given);
    if (isLast) process.kill(process.pid, "SIGKILL");
    return response;
  };
  Object.assign(coreBank, { [name]: dying });
}
