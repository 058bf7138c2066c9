import { bankMigrations, createBank, openBankStorage } from "@varde/bank";
import { composeBank } from "./compose-bank.ts";
import type { LoadedServer } from "./configuration/load-server-settings.ts";

/**
 * Checks that a bank can start with a configuration: reads every file, opens the ports and creates
 * the bank on a database in memory. Connects to no other system. Throws ConfigurationRefused with
 * one line for each fault.
 */
export const checkServer = async (loaded: LoadedServer): Promise<void> => {
  const ignore = () => {};
  await using composed = await composeBank(loaded, { onFault: ignore, traceHeaders: () => ({}) });
  const { ports } = composed;
  const configuration = { ...composed.configuration, drainMs: 0 };
  const location = { engine: "sqlite", memory: true } as const;
  const storage = await openBankStorage({ location, migrations: bankMigrations }, configuration);
  try {
    const logTo = { write: ignore };
    const bank = createBank({ configuration, storage, ports, logTo, hasBackgroundJobs: false });
    await bank.close();
  } finally {
    await storage.close();
  }
};
