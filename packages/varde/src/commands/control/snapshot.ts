import type { ControlResponse } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import {
  type Command,
  chooseAct,
  type Invocation,
  refuseExtraArguments,
  UsageError,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { readFileJson, refuseExistingFile, writeFileText } from "../../read-file.ts";

export const snapshot: Command = {
  usage: [
    "snapshot",
    "snapshot save NAME",
    "snapshot restore NAME",
    "snapshot remove NAME",
    "snapshot export FILE [--of NAME]",
    "snapshot import FILE",
  ],
  about: [
    "Saves your TPP's sandbox world under a name (customers, accounts, payments, consents, " +
      "clock) and restores it. export and import use a file instead, which you can share or " +
      "store with a test. export makes a new file and overwrites none; with --of it writes a " +
      "saved snapshot. Without arguments it lists the snapshots.",
  ],
  options: {
    of: { value: "NAME", about: "With export: the snapshot to write." },
    ...controlOptions,
  },
  examples: [
    { line: "varde snapshot save before" },
    { line: "varde snapshot restore before" },
    { line: "varde snapshot export world.json" },
  ],
  run: async (invocation) => {
    const [act, name = "", ...more] = invocation.words;
    refuseExtraArguments(more);
    const run = act === undefined ? undefined : chooseAct(acts, act);
    if (run !== undefined && name === "") throw new UsageError("give a name");
    const control = openControlApi(invocation);
    const world = await findWorld(invocation, control);
    if (run === undefined) return list(invocation, control, world);
    const of = invocation.text("of");
    await run(name, { control, world, of });
    invocation.terminal.line(`Done: ${act} ${name}`);
    invocation.terminal.json({ act, name });
  },
};

interface Context {
  readonly control: ControlClient;
  readonly world: string;
  /** The snapshot to export; the present state if omitted. */
  readonly of: string | undefined;
}

type Act = (name: string, context: Context) => Promise<unknown>;

const acts = {
  save: (name, { control, world }) => control.post("/snapshots", { world, body: { name } }),
  restore: (name, { control, world }) =>
    control.post("/snapshots/{name}/restore", { world, parameters: { name } }),
  remove: (name, { control, world }) =>
    control.delete("/snapshots/{name}", { world, parameters: { name } }),
  export: async (file, { control, world, of }) => {
    refuseExistingFile(file);
    const state =
      of === undefined
        ? await control.get("/world", { world })
        : await control.get("/snapshots/{name}", { world, parameters: { name: of } });
    writeFileText(file, `${JSON.stringify(state)}\n`);
  },
  import: async (file, { control, world }) =>
    control.put("/world", { world, body: readFileJson(file) as ControlResponse<"exportWorld"> }),
} as const satisfies Record<string, Act>;

const list = async (
  { terminal }: Invocation,
  control: ControlClient,
  world: string,
): Promise<void> => {
  const { snapshots } = await control.get("/snapshots", { world });
  for (const { name, savedAt } of snapshots) {
    terminal.line(`${new Date(savedAt).toISOString()}  ${name}`);
  }
  terminal.json(snapshots);
};
