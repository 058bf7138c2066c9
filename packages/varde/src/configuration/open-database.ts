import { resolve } from "node:path";
import { type BankDatabase, openBankDatabase } from "@varde/bank";
import { ConfigurationRefused, StorageRefused } from "@varde/sandbox";
import { CommandFailed, type OptionTable } from "../command.ts";
import { generalOptions } from "../options.ts";
import { type BankInvocation, oneBankOption } from "./choose-banks.ts";
import { configurationOption } from "./find-configuration.ts";
import { productionOption } from "./load-settings.ts";

/** Options of commands that use the database of a bank. */
export const databaseOptions = {
  ...configurationOption,
  ...productionOption,
  ...oneBankOption,
  ...generalOptions,
} as const satisfies OptionTable;

export const databaseEnvironment = [
  ["DATABASE_URL", "The database: postgres://…. Without it, the SQLite file in VARDE_DATA."],
  ["VARDE_DATA", "The data folder with the SQLite file. Default: .varde."],
] as const;

/** Opens the database that the settings name, of a sandbox or a bank in production. */
export const openDatabase = async (
  { bank }: BankInvocation,
  access: { readonly isReader: boolean },
): Promise<BankDatabase> => {
  const { databaseUrl, dataFolder } = bank.settings;
  try {
    return await openBankDatabase(
      databaseUrl === undefined
        ? { engine: "sqlite", folder: resolve(dataFolder) }
        : { engine: "postgres", url: databaseUrl },
      access,
    );
  } catch (error) {
    if (!(error instanceof ConfigurationRefused || error instanceof StorageRefused)) throw error;
    throw CommandFailed.because(error);
  }
};
