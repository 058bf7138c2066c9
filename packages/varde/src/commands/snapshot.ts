import { readFileSync, writeFileSync } from "node:fs";
import { type Command, type Invocation, UsageError } from "../command.ts";
import type { ControlClient } from "../control-client.ts";
import { findWorld, inWorld } from "../find-world.ts";
import { openControlApi } from "../open-tpp.ts";
import { controlOptions } from "../options.ts";
import { refuseExtraArguments } from "../refuse-extra-arguments.ts";

interface Snapshot {
  readonly name: string;
  readonly savedAt: number;
}

export const snapshot: Command = {
  usage: [
    "snapshot",
    "snapshot save NAME",
    "snapshot restore NAME",
    "snapshot remove NAME",
    "snapshot export FILE",
    "snapshot import FILE",
  ],
  about: [
    "Saves your TPP's sandbox world under a name (customers, accounts, payments, consents, " +
      "clock) and restores it. export and import use a file instead, which you can share or " +
      "store with a test. Without arguments it lists the snapshots.",
  ],
  options: controlOptions,
  examples: [
    { line: "varde snapshot save before" },
    { line: "varde snapshot restore before" },
    { line: "varde snapshot export world.json" },
  ],
  run: async (invocation) => {
    const [act, name = "", ...more] = invocation.words;
    refuseExtraArguments(more);
    if (act !== undefined && !Object.hasOwn(acts, act))
      throw new UsageError(`unknown argument "${act}"`);
    if (act !== undefined && name === "") throw new UsageError("give a name");
    const control = openControlApi(invocation);
    const at = inWorld(await findWorld(invocation, control));
    if (act === undefined) return list(invocation, control, at);
    await acts[act as keyof typeof acts](name, control, at);
    invocation.terminal.line(`Done: ${act} ${name}`);
    invocation.terminal.json({ act, name });
  },
};

type At = (path: string) => string;
type Act = (name: string, control: ControlClient, at: At) => Promise<unknown>;

const inPath = (name: string) => `/snapshots/${encodeURIComponent(name)}`;

const acts = {
  save: (name, control, at) => control.post(at("/snapshots"), { name }),
  restore: (name, control, at) => control.post(at(`${inPath(name)}/restore`)),
  remove: (name, control, at) => control.delete(at(inPath(name))),
  export: async (file, control, at) =>
    writeFileSync(file, `${JSON.stringify(await control.get(at("/world")))}\n`),
  import: async (file, control, at) => control.put(at("/world"), readFile(file)),
} as const satisfies Record<string, Act>;

const readFile = (file: string): object => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`cannot read ${file} as JSON`, { cause });
  }
};

const list = async ({ terminal }: Invocation, control: ControlClient, at: At): Promise<void> => {
  const { snapshots } = await control.get<{ snapshots: readonly Snapshot[] }>(at("/snapshots"));
  for (const { name, savedAt } of snapshots) {
    terminal.line(`${new Date(Number(savedAt)).toISOString()}  ${name}`);
  }
  terminal.json(snapshots);
};
