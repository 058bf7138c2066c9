import { mkdirSync } from "node:fs";
import { countOf } from "@varde/protocol";
import { ConfigurationRefused, migrateDatabase, StorageRefused } from "@varde/sandbox";
import {
  type Command,
  CommandFailed,
  FailedWithResult,
  refuseExtraArguments,
} from "../../command.ts";
import {
  allBanksOption,
  type BankInvocation,
  type ChosenBank,
  oneBankOption,
  runForBanks,
} from "../../configuration/choose-banks.ts";
import { configurationOption } from "../../configuration/find-configuration.ts";
import { productionOption } from "../../configuration/load-settings.ts";
import { generalOptions } from "../../options.ts";

export const migrate: Command = {
  usage: ["migrate [--check] [--contract] [--production]", "migrate --config FOLDER [--bank NAME]"],
  about: [
    "Brings the tables of the database up to this version. The bank may keep serving, also " +
      "with the previous version, which can be used again until the contract steps have run.",
    "A sandbox migrates its database when it starts. A bank in production on PostgreSQL needs " +
      "this command before a new version starts, as a database role that may create tables. The " +
      "role of DATABASE_URL then only needs to read and write rows.",
  ],
  options: {
    check: {
      about: "Change nothing; list the missing migrations, with exit code 1 if there are any.",
    },
    contract: {
      about: "Also remove what only older versions need. None of them may run any more.",
    },
    ...productionOption,
    ...configurationOption,
    ...oneBankOption,
    ...allBanksOption,
    ...generalOptions,
  },
  environment: [
    ["DATABASE_URL", "The database: postgres://…. Without it, the SQLite file in VARDE_DATA."],
    ["MIGRATION_DATABASE_URL", "The same database for a role that may create tables."],
  ],
  examples: [
    { line: "varde migrate --check" },
    {
      line: "varde migrate --production --config bank.yaml",
      about: "Before the first process of a new version",
    },
    {
      line: "varde migrate --config banks/",
      about: "Every bank of a folder, one after the other",
    },
    { line: "varde migrate --production --contract", about: "When only the new version runs" },
  ],
  run: async (invocation) => {
    refuseExtraArguments(invocation.words);
    await runForBanks(invocation, "all by default", migrateOne);
  },
};

const migrateOne = async (invocation: BankInvocation): Promise<string> => {
  const { terminal, has } = invocation;
  const isDryRun = has("check");
  const plan = await readPlan(invocation, isDryRun);
  const now = plan.now.map(({ system, name }) => `${system} ${name}`);
  const later = plan.later.map(({ system, name }) => `${system} ${name}`);
  for (const migration of now) terminal.line(`${isDryRun ? "Missing" : "Done"}: ${migration}`);
  if (now.length === 0) terminal.line("No migration is missing.");
  for (const migration of later) terminal.line(`Waits for --contract: ${migration}`);
  terminal.json({ [isDryRun ? "missing" : "done"]: now, contract: later });
  if (isDryRun && now.length > 0) throw new FailedWithResult("The database lacks migrations.");
  return now.length === 0 ? "no migration is missing" : `${countOf(now.length, "migration")} done`;
};

/** Creates the folder for SQLite of a bank in production, as varde serve does. */
const createDataFolder = ({ served }: ChosenBank): void => {
  const { databaseUrl, dataFolder } = served ?? {};
  if (databaseUrl !== undefined || dataFolder === undefined) return;
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`The data folder ${dataFolder} cannot be created: ${reason}.`, {
      cause: error,
    });
  }
};

const readPlan = async ({ has, bank }: BankInvocation, isDryRun: boolean) => {
  createDataFolder(bank);
  try {
    return await migrateDatabase(bank.settings, {
      isDryRun,
      withContract: has("contract"),
      isProduction: bank.isProduction,
    });
  } catch (error) {
    if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
    throw CommandFailed.because(error);
  }
};
