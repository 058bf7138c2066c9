import { type BankConfiguration, bankSettings, productionDefaults, readAnchors } from "@varde/bank";
import type { ServerSettings } from "./configuration/load-server-settings.ts";

/** Returns the switches of the bank among the settings of the server. */
export const readBankConfiguration = (settings: ServerSettings): BankConfiguration => ({
  ...productionDefaults,
  ...(Object.fromEntries(
    Object.entries(settings).filter(([name]) => Object.hasOwn(bankSettings, name)),
  ) as Omit<BankConfiguration, "trust" | "anchors">),
  anchors: readAnchors(settings.anchors),
});
