import { createSandboxParts, everyMigration } from "@varde/sandbox";
import { openStorage, type StorageLocation } from "@varde/storage";

/**
 * Opens the ports of a sandbox as if they were a bank's own systems, on a database of their own.
 * The configuration files of the tests name a module that calls it.
 */
export const openSandboxPorts = async (location: StorageLocation) => {
  const storage = await openStorage({ location, migrations: everyMigration });
  const noAuthority = undefined as never;
  const { ports, worlds } = createSandboxParts(storage, noAuthority, { isolation: "shared" });
  await worlds.prepare();
  const { coreBank, psuDirectory, scaMethod, kidRegister, clock } = ports;
  return {
    ...{ coreBank, psuDirectory, scaMethod, kidRegister, worlds, clock },
    [Symbol.asyncDispose]: () => storage.close(),
  };
};
