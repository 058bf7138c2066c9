import type { WorldId } from "@varde/bank";
import type { Account } from "@varde/ledger";
import { ControlRefused } from "../../control-refused.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/** Finds an open account by its id, BBAN or IBAN. */
export const findAccount = async (
  { ledger, copyDataSet }: Pick<ControlledSandbox, "ledger" | "copyDataSet">,
  worldId: WorldId,
  named: string,
): Promise<Account> => {
  await copyDataSet(worldId);
  const numbered =
    (await ledger.findAccountByBban(worldId, named)) ??
    (await ledger.findAccountByIban(worldId, named));
  const account = await ledger.readAccount(worldId, numbered?.id ?? named);
  if (account === undefined || account.closedAt !== null) {
    throw new ControlRefused(`there is no account ${named}`);
  }
  return account;
};
