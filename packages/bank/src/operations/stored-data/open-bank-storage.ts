import { randomUUID } from "node:crypto";
import {
  one,
  openStorage,
  type Storage,
  type StorageOptions,
  sql,
  type Unit,
} from "@varde/storage";
import type { BankConfiguration } from "../../configuration/bank-configuration.ts";
import { ConfigurationRefused } from "../../configuration/configuration-refused.ts";

type Owner = Pick<BankConfiguration, "bankId" | "mode">;

/**
 * Opens the database of a bank, which belongs to this bank from its first start on. Two banks on
 * one database would execute each other's payments, so another bank is refused. Without a
 * `bankId`, the bank is the one that the database belongs to. In production, PostgreSQL must have
 * been migrated before, so that the serving role needs no right to change tables.
 */
export const openBankStorage = async (options: StorageOptions, owner: Owner): Promise<Storage> => {
  const storage = await openStorage({
    ...(owner.mode === "production" && {
      migrate: false,
      migrateCommand: "varde migrate --production",
    }),
    ...options,
  });
  try {
    const stored = await storage.read(readOwner);
    const claimed = stored ?? (await storage.write(() => claim(owner)));
    refuseOther(claimed, owner);
    bankIds.set(storage, claimed.bankId ?? randomUUID());
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
};

const bankIds = new WeakMap<Storage, string>();

/** Returns the id of the bank that a database belongs to, or a new one if it belongs to none. */
export const findBankId = (storage: Storage): string => bankIds.get(storage) ?? randomUUID();

function* claim({ bankId = randomUUID(), mode }: Owner): Unit<Required<Owner>> {
  yield [
    sql`insert into database_owner (only_row, bank_id, mode) values (1, ${bankId}, ${mode})
      on conflict do nothing`,
  ];
  return (yield* readOwner()) ?? { bankId, mode };
}

const readOwner = () =>
  one<Required<Owner>>(sql`select bank_id as "bankId", mode from database_owner`);

const refuseOther = (stored: Required<Owner>, { bankId, mode }: Owner): void => {
  if (mode !== stored.mode) {
    throw new ConfigurationRefused(
      `The database belongs to a bank in ${stored.mode} mode, so a bank in ${mode} mode cannot ` +
        "use it; set another database.",
    );
  }
  if (bankId !== undefined && bankId !== stored.bankId) {
    throw new ConfigurationRefused(
      `The database belongs to the bank ${stored.bankId}, not to ${bankId}; set another ` +
        `database, or VARDE_BANK_ID=${stored.bankId} if this process is part of that bank.`,
    );
  }
};
