import {
  one,
  openStorage,
  StatementFailed,
  type Storage,
  type StorageLocation,
  sql,
} from "@varde/storage";
import { ConfigurationRefused } from "../../configuration/configuration-refused.ts";

/** The database of a bank, opened by a command beside the bank. */
export interface BankDatabase extends AsyncDisposable {
  readonly storage: Storage;
}

/**
 * Opens the database of a bank for a command, with the tables that the bank has prepared. A reader
 * may open SQLite while the bank runs; others must wait until it is stopped.
 */
export const openBankDatabase = async (
  location: StorageLocation,
  { isReader }: { readonly isReader: boolean },
): Promise<BankDatabase> => {
  const storage = await openStorage({ location, migrations: "as-is", isReader });
  try {
    await storage.read(() => one(sql`select 1 as found from audit_chain, kpi_process limit 1`));
  } catch (error) {
    await storage.close();
    if (!(error instanceof StatementFailed)) throw error;
    throw new ConfigurationRefused(
      "The database lacks tables of this version. Run varde migrate, or start this version of " +
        "the bank once.",
      { cause: error },
    );
  }
  return { storage, [Symbol.asyncDispose]: () => storage.close() };
};
