import { createHash } from "node:crypto";
import {
  type AccountId,
  type Clock,
  type CoreBank,
  type CoreMovement,
  type CoreParty,
  type CorePending,
  osloDay,
  type WorldId,
} from "@varde/bank";
import { type Awaitable, andThen } from "@varde/storage";
import { seededRandom } from "../data-set/seeded-random.ts";
import type { WorldProfiles } from "../history/account-data-profile.ts";

interface ProfileParts {
  readonly clock: Pick<Clock, "now">;
  readProfiles(worldId: WorldId): Awaitable<WorldProfiles>;
}

type Reads = Pick<CoreBank, "listTransactions" | "listPending" | "readTransaction">;

/**
 * Shows transactions as the profiles of the world say. What is stored is not changed, and without
 * profiles the read is passed on as it is.
 */
export const profileCoreBank = (
  coreBank: CoreBank,
  { clock, readProfiles }: ProfileParts,
): CoreBank => {
  const reads: Reads = {
    listTransactions: (worldId, accountId, page) => {
      const read = () => coreBank.listTransactions(worldId, accountId, page);
      return withProfiles(readProfiles(worldId), read, async (list, profiles) =>
        list.map((one) => shorten(one, one.transactionId, profiles)),
      );
    },
    listPending: (worldId, accountId) => {
      const read = () => coreBank.listPending(worldId, accountId);
      return withProfiles(readProfiles(worldId), read, async (list, profiles) => {
        const day = profiles.names.has("pending-ids") ? osloDay(await clock.now(worldId)) : "";
        return identify(list, accountId, day, profiles.seed).map((one) =>
          shorten(one, `${one.since}:${one.amountMinor}`, profiles),
        );
      });
    },
    readTransaction: (worldId, accountId, transactionId) => {
      const read = () => coreBank.readTransaction(worldId, accountId, transactionId);
      return withProfiles(readProfiles(worldId), read, async (found, profiles) =>
        found === undefined ? found : cutNames(found, transactionId, profiles),
      );
    },
  };
  return { ...coreBank, ...reads };
};

/** Calls `shape` only in a world with profiles, so that others pay for nothing but the lookup. */
const withProfiles = <T>(
  profiles: Awaitable<WorldProfiles>,
  read: () => Promise<T>,
  shape: (result: T, profiles: WorldProfiles) => Promise<T>,
): Promise<T> =>
  andThen(profiles, (found) =>
    found.names.size === 0 ? read() : read().then((result) => shape(result, found)),
  ) as Promise<T>;

const idCharacters = 32;

/** PRO-01: gives each pending movement an id of the day; equal ones are numbered. */
const identify = (
  list: readonly CorePending[],
  accountId: AccountId,
  day: string,
  seed: number,
): readonly CorePending[] => {
  if (day === "") return list;
  const seen = new Map<string, number>();
  return list.map((one) => {
    const { since, amountMinor, bankReferences, creditor, debtor } = one;
    const names = [creditor?.name, debtor?.name, bankReferences[0]];
    const key = JSON.stringify([seed, day, accountId, since, String(amountMinor), ...names]);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    const hash = createHash("sha256").update(`${key}${number}`).digest("hex");
    return { ...one, transactionId: hash.slice(0, idCharacters) };
  });
};

/** Returns a movement as lists show it. */
const shorten = <Movement extends CoreMovement>(
  movement: Movement,
  key: string,
  profiles: WorldProfiles,
): Movement =>
  cutNames(profiles.names.has("late-details") ? withoutAccount(movement) : movement, key, profiles);

/** PRO-09: leaves out the account of the counterparty, which the details have. */
const withoutAccount = <Movement extends CoreMovement>(movement: Movement): Movement =>
  changeCounterparty(movement, ({ bban, iban, bic, ...party }) => party);

const nameCharactersMax = 27;

/** PRO-08: shows the counterparty's name in capitals and cut, or moves it to the remittance. */
const cutNames = <Movement extends CoreMovement>(
  movement: Movement,
  key: string,
  { seed, names }: WorldProfiles,
): Movement => {
  const name = counterparty(movement)?.name;
  if (name === undefined || !names.has("names-cut")) return movement;
  const shown = [...name.toUpperCase()].slice(0, nameCharactersMax).join("").trimEnd();
  if (seededRandom(seed, `name:${key}`).between(0, 2) > 0) {
    return changeCounterparty(movement, (party) => ({ ...party, name: shown }));
  }
  const moved = { ...movement, remittance: [shown, ...movement.remittance] };
  return changeCounterparty(moved, ({ name: _, ...party }) => party);
};

/** Returns the other side: the creditor of a debit, the debtor of a credit. */
const counterparty = ({ amountMinor, creditor, debtor }: CoreMovement): CoreParty | undefined =>
  amountMinor < 0n ? creditor : debtor;

const changeCounterparty = <Movement extends CoreMovement>(
  movement: Movement,
  change: (party: CoreParty) => CoreParty,
): Movement => {
  const party = counterparty(movement);
  if (party === undefined) return movement;
  return { ...movement, [movement.amountMinor < 0n ? "creditor" : "debtor"]: change(party) };
};
