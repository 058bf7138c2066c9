import { AppScaMethod, type BankPorts, databaseClock, type RunningBank } from "@varde/bank";
import type { PortContext, SuppliedPorts } from "./port-context.ts";

const scopes = ["challenges:read", "challenges:decide"] as const;

/**
 * Creates the SCA method of the bank's app. Its challenges are in the database of the bank, and the
 * app lists and decides them by the API for the bank's own channels.
 */
export const createAppMethod = async (
  { settings, onFault, onBank }: PortContext,
  { psuDirectory, findDevice, appNotifier, clock: supplied }: SuppliedPorts,
): Promise<Partial<BankPorts>> => {
  // Without a directory there is no bank, which is reported for the directory.
  if (!settings["sca.app"] || psuDirectory === undefined) return {};
  if (typeof findDevice !== "function") {
    throw new Error("module must return the function findDevice, which finds enrolled devices");
  }
  for (const scope of scopes) {
    if (settings.ownChannels.some((channel) => channel.scopes.includes(scope))) continue;
    throw new Error(`no channel of ownChannels has the scope ${scope}; add it for the app`);
  }
  let storage: AppStorage | undefined;
  const opened = (): AppStorage => {
    if (storage === undefined) throw new Error("The database is not open yet.");
    return storage;
  };
  const clock = supplied ?? databaseClock({ now: () => opened().now() });
  const method = new AppScaMethod({
    storage: {
      read: (unit) => opened().read(unit),
      write: (unit) => opened().write(unit),
    },
    ...{ clock, psuDirectory, findDevice, appNotifier, onFault },
  });
  onBank((running) => {
    storage = running.bank.storage;
    running.serveChallenges(method);
  });
  return { scaMethod: method };
};

type AppStorage = RunningBank["bank"]["storage"];
