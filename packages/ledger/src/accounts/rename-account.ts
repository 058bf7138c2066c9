import { type AccountId, run, type Storage, sql, type WorldId } from "@varde/storage";

/** Gives an account another name. */
export const renameAccount = async (
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
  name: string,
): Promise<void> => {
  const renaming = sql`update ledger_account set name = ${name}
    where world_id = ${worldId} and id = ${accountId}`;
  await storage.write(() => run(renaming));
};
