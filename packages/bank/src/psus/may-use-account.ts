import type { Awaitable } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Psu } from "../request/psu.ts";

/** Whether the person may use the account in the context they act in. */
export const mayUseAccount = (
  worldId: string,
  psu: Pick<Psu, "personId" | "agreementId" | "context">,
  accountId: string,
  bank: Pick<Bank, "psuDirectory">,
): Awaitable<boolean> => bank.psuDirectory.mayUseAccount(worldId, psu.personId, accountId, psu);
