import type { Awaitable } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { AccountId, WorldId } from "../ports/ids.ts";
import type { IdentifiedPsu } from "../records/identified-psu.ts";

/** Whether the person may use the account in the context they act in. */
export const mayUseAccount = (
  worldId: WorldId,
  psu: Pick<IdentifiedPsu, "personId" | "agreementId" | "context">,
  accountId: AccountId,
  bank: Pick<Bank, "psuDirectory">,
): Awaitable<boolean> => bank.psuDirectory.mayUseAccount(worldId, psu.personId, accountId, psu);
