import { readFileSync, writeFileSync } from "node:fs";
import { type Command, type Invocation, UsageError } from "../command.ts";
import type { ControlClient } from "../control-client.ts";
import { findWorld, inWorld } from "../find-world.ts";
import { controlOf } from "../open-tpp.ts";
import { controlOptions } from "../options.ts";

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
    "Puts your TPP's sandbox world by under a name (customers, accounts, payments, consents, " +
      "clock) and brings it back. export and import do the same with a file, to share it or keep " +
      "it beside a test. Without a word it lists what was put by.",
  ],
  options: controlOptions,
  examples: [
    { line: "varde snapshot save before" },
    { line: "varde snapshot restore before" },
    { line: "varde snapshot export world.json" },
  ],
  run: async (invocation) => {
    const [act, name = "", ...more] = invocation.words;
    if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many`);
    if (act !== undefined && !Object.hasOwn(acts, act)) throw new UsageError(`it cannot "${act}"`);
    if (act !== undefined && name === "") throw new UsageError("give it a name");
    const control = controlOf(invocation);
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
    throw new UsageError(`${file} cannot be read as JSON`, { cause });
  }
};

const list = async ({ terminal }: Invocation, control: ControlClient, at: At): Promise<void> => {
  const { snapshots } = await control.get<{ snapshots: readonly Snapshot[] }>(at("/snapshots"));
  for (const { name, savedAt } of snapshots) {
    terminal.line(`${new Date(Number(savedAt)).toISOString()}  ${name}`);
  }
  terminal.json(snapshots);
};
