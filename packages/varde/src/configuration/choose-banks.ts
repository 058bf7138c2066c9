import { statSync } from "node:fs";
import type { LoadedInstallation, LoadedServer } from "@varde/server";
import {
  CommandFailed,
  FailedWithResult,
  type Invocation,
  type OptionTable,
  UsageError,
  unknownWord,
} from "../command.ts";
import type { Terminal } from "../output/terminal.ts";
import { type BankSettings, failIfRefused, loadSettingsInAnyMode } from "./load-settings.ts";

/** Options that choose among the banks of a folder. */
export const oneBankOption = {
  bank: { value: "NAME", about: "The bank, if --config names a folder of banks." },
} as const satisfies OptionTable;

export const allBanksOption = {
  all: { about: "Every bank of the folder, one after the other." },
} as const satisfies OptionTable;

/** A bank that a command works on. */
export interface ChosenBank {
  /** Its name in a folder of banks. */
  readonly name?: string;
  readonly settings: BankSettings;
  readonly isProduction: boolean;
  /** The settings of `varde serve`, if a file with them was named. */
  readonly served?: LoadedServer["values"];
}

/** The command line of a command that works on one bank. */
export interface BankInvocation extends Invocation {
  readonly bank: ChosenBank;
}

/** Works on one bank. A text that it returns is shown in the table of all banks. */
type RunForBank = (invocation: BankInvocation) => Promise<unknown>;

/**
 * The banks of a folder that a command works on: one with --bank; one, or each with --all; or each
 * unless --bank is given.
 */
type Scope = "one" | "one or all" | "all by default";

/**
 * Runs a command for the bank that its options name: that of a file, of a sandbox, or of a folder.
 * For all banks of a folder it continues after a failure, and prints a table at the end.
 */
export const runForBanks = async (
  invocation: Invocation,
  scope: Scope,
  run: RunForBank,
): Promise<void> => {
  const installation = await findInstallation(invocation);
  if (installation === undefined) {
    await run({ ...invocation, bank: await loadBank(invocation) });
    return;
  }
  const chosen = chooseMembers(installation, invocation, scope);
  if (invocation.text("bank") === undefined) return runForAll(chosen, invocation, run);
  for (const member of chosen) await run({ ...invocation, bank: openMember(member) });
};

type Member = LoadedInstallation["members"][number];

/** Reads the folder of banks that --config names; undefined if it does not name a folder. */
export const findInstallation = async ({
  text,
  has,
  environment,
}: Invocation): Promise<LoadedInstallation | undefined> => {
  const path = text("config");
  const isFolder =
    path !== undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
  if (!isFolder) {
    const given = ["bank", "all"].find((option) => has(option) || text(option) !== undefined);
    if (given === undefined) return undefined;
    throw new UsageError(`--${given} needs --config with a folder of banks`);
  }
  // Loaded when it is needed, because its adapters take long to load.
  const { loadInstallation } = await import("@varde/server");
  const loaded = loadInstallation(path, environment);
  if (loaded.faults.length > 0) throw new CommandFailed(loaded.faults);
  return loaded;
};

/** Returns the banks of a folder that the options choose. */
export const chooseMembers = (
  { members }: LoadedInstallation,
  { text, has }: Invocation,
  scope: Scope,
): readonly Member[] => {
  const name = text("bank");
  const isAll = has("all");
  const names = members.map((member) => member.name);
  if (name !== undefined && isAll) throw new UsageError("give --bank or --all, not both");
  if (name !== undefined) {
    const member = members.find((each) => each.name === name);
    if (member === undefined) throw unknownWord("bank", name, names);
    return [member];
  }
  if (scope === "all by default" || (isAll && scope === "one or all")) return members;
  const choice = scope === "one" ? "--bank" : "--bank, or all of them with --all";
  throw new UsageError(`name the bank with ${choice}; the folder has ${names.join(", ")}`);
};

/** Returns a bank of a folder. Throws CommandFailed with the faults of its file. */
const openMember = ({ name, loaded, faults }: Member): ChosenBank => {
  if (loaded === undefined || faults.length > 0) throw new CommandFailed(faults);
  return { name, ...serve(loaded.values) };
};

const loadBank = async (invocation: Invocation): Promise<ChosenBank> => {
  const { has, text, environment } = invocation;
  const file = text("config");
  const isProduction = has("production");
  if (!isProduction || file === undefined) {
    return { settings: loadSettingsInAnyMode(invocation), isProduction };
  }
  const { loadServerSettings } = await import("@varde/server");
  return serve(failIfRefused(() => loadServerSettings(file, environment)).values);
};

const serve = (served: LoadedServer["values"]) => ({
  settings: { ...served, dataFolder: served.dataFolder ?? "" },
  isProduction: true,
  served,
});

/** The outcome of a command for one bank. */
interface Outcome {
  readonly bank: string;
  readonly result?: unknown;
  readonly error?: string;
}

const runForAll = async (
  members: readonly Member[],
  invocation: Invocation,
  run: RunForBank,
): Promise<void> => {
  const { terminal } = invocation;
  const outcomes: Outcome[] = [];
  const rows: (readonly [string, string])[] = [];
  for (const member of members) {
    const { name } = member;
    let result: unknown;
    const own: Terminal = { ...terminal, json: (value) => (result = value) };
    terminal.line(`${name}:`);
    try {
      const summary = await run({
        ...nameFiles(invocation, name),
        terminal: own,
        bank: openMember(member),
      });
      outcomes.push({ bank: name, result });
      rows.push([name, typeof summary === "string" ? summary : "done"]);
    } catch (error) {
      // The command line is wrong for every bank.
      if (error instanceof UsageError) throw error;
      const text = error instanceof Error ? error.message : String(error);
      outcomes.push({ bank: name, ...(result !== undefined && { result }), error: text });
      rows.push([name, `failed: ${text.split("\n", 1)[0]}`]);
      const lines = error instanceof CommandFailed ? error.lines : [text];
      if (!(error instanceof FailedWithResult)) terminal.line(lines);
    }
    terminal.line();
  }
  terminal.table(["BANK", "RESULT"], rows);
  terminal.json({ banks: outcomes });
  const failed = outcomes.filter(({ error }) => error !== undefined).map(({ bank }) => bank);
  if (failed.length === 0) return;
  throw new FailedWithResult(
    `${failed.length} of ${members.length} banks failed: ${failed.join(", ")}.`,
  );
};

const placeholder = "{bank}";

/** Puts the name of the bank into the names of files. */
const nameFiles = (invocation: Invocation, bank: string): Invocation => ({
  ...invocation,
  text: (option) => invocation.text(option)?.replaceAll(placeholder, bank),
  texts: (option) => invocation.texts(option).map((text) => text.replaceAll(placeholder, bank)),
});

/** Refuses values that belong to one bank, such as a file that every bank would write to. */
export const refuseSharedValue = ({ has, text }: Invocation, options: readonly string[]): void => {
  if (!has("all")) return;
  const shared = options.find((option) => text(option)?.includes(placeholder) === false);
  if (shared === undefined) return;
  throw new UsageError(`with --all, put ${placeholder} into --${shared}, for the bank's name`);
};
