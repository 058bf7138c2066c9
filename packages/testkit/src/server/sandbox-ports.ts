import { createSandboxParts, everyMigration } from "@varde/sandbox";
import { openStorage, type StorageLocation } from "@varde/storage";

/** A database in memory with the data set: writing it takes most of the time to open the ports. */
let image: Uint8Array | undefined;

/**
 * Opens the ports of a sandbox as if they were a bank's own systems, on a database of their own.
 * The configuration files of the tests name a module that calls it.
 */
export const openSandboxPorts = async (location: StorageLocation) => {
  const isInMemory = "memory" in location;
  const storage = await openStorage({
    location: isInMemory && image !== undefined ? { ...location, image } : location,
    migrations: everyMigration,
  });
  const noAuthority = undefined as never;
  const { ports, worlds } = createSandboxParts(storage, noAuthority, { isolation: "shared" });
  await worlds.prepare();
  if (isInMemory) image ??= storage.image?.();
  const { coreBank, psuDirectory, scaMethod, kidRegister, clock } = ports;
  return {
    ...{ coreBank, psuDirectory, scaMethod, kidRegister, worlds, clock },
    [Symbol.asyncDispose]: () => storage.close(),
  };
};
