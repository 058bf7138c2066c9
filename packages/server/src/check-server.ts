import { bankMigrations, ConfigurationRefused, createBank, openBankStorage } from "@varde/bank";
import { ClosingStack } from "./closing-stack.ts";
import { composeBank, readTlsIdentity } from "./compose-bank.ts";
import type { LoadedInstallation } from "./configuration/load-installation.ts";
import type { ServedSettings } from "./configuration/load-server-settings.ts";
import { createSharedPorts, type SharedPorts } from "./ports/shared-parts.ts";

/**
 * Checks that a bank can start with a configuration: reads every file, opens the ports and creates
 * the bank on a database in memory. Connects to no other system. Returns warnings. Throws
 * ConfigurationRefused with one line for each fault.
 */
export const checkServer = async (loaded: ServedSettings): Promise<readonly string[]> => {
  await using stack = new ClosingStack();
  return await checkBank(loaded, createSharedPorts({ log: { warn: ignore } }), stack);
};

const ignore = () => {};

/**
 * Checks a bank, and returns warnings. Its ports stay open until the stack is closed, for other
 * banks to share.
 */
const checkBank = async (
  loaded: ServedSettings,
  shared: SharedPorts,
  stack: ClosingStack,
): Promise<readonly string[]> => {
  const surroundings = { onFault: ignore, traceHeaders: () => ({}), shared };
  const composed = stack.use(await composeBank(loaded, surroundings));
  const { ports, warnings } = composed;
  const configuration = { ...composed.configuration, drainMs: 0 };
  const location = { engine: "sqlite", memory: true } as const;
  const storage = await openBankStorage({ location, migrations: bankMigrations }, configuration);
  try {
    const logTo = { write: ignore };
    const bank = createBank({ configuration, storage, ports, logTo, hasBackgroundJobs: false });
    await bank.close();
    return warnings;
  } finally {
    await storage.close();
  }
};

/**
 * Checks every bank of a folder. Returns the warnings, and throws ConfigurationRefused with the
 * faults, of all files.
 */
export const checkInstallation = async (loaded: LoadedInstallation): Promise<readonly string[]> => {
  const faults = new Set(loaded.faults);
  const warnings: string[] = [];
  const collect = async (check: () => unknown): Promise<void> => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof ConfigurationRefused)) throw error;
      for (const line of error.message.split("\n")) faults.add(line);
    }
  };
  await using stack = new ClosingStack();
  const shared = createSharedPorts({ log: { warn: ignore } });
  if (loaded.faults.length === 0) await collect(() => readTlsIdentity(loaded.values));
  for (const member of loaded.members) {
    for (const line of member.faults) faults.add(line);
    const { loaded: settings } = member;
    if (settings !== undefined) {
      await collect(async () => warnings.push(...(await checkBank(settings, shared, stack))));
    }
  }
  if (faults.size > 0) throw new ConfigurationRefused([...faults].join("\n"));
  return warnings;
};
