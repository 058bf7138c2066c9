import assert from "node:assert/strict";
import type { AccountId, AgreementId, PersonId, WorldId } from "@varde/bank";
import { isLedgerRefusal, type Ledger } from "@varde/ledger";
import { run, type Statement, type Storage } from "@varde/storage";
import type { SeededCompany } from "../data-set/companies.ts";
import type { DataSet } from "../data-set/data-set.ts";
import { listSeededAccounts } from "../data-set/list-seeded-accounts.ts";
import type { SeededPerson } from "../data-set/people.ts";
import {
  agreementTable,
  customerTable,
  engagementTable,
  personTable,
} from "../directory/directory-tables.ts";
import { generateHistory } from "../history/generate-history.ts";
import { Temporal } from "../temporal.ts";

export interface DataSetToLoad {
  readonly dataSet: DataSet;
  readonly worldId: WorldId;
  /** YYYY-MM-DD; the history ends with the month before it. */
  readonly day: string;
  readonly seed: number;
}

/** Loads the people, the accounts and their history into an empty world. */
export async function loadDataSet(
  { storage, ledger }: { readonly storage: Storage; readonly ledger: Ledger },
  { dataSet, worldId, day, seed }: DataSetToLoad,
): Promise<void> {
  const at = startOfMonth(day);
  await storage.write(() =>
    run(...insertPeople(dataSet, worldId), ...insertAgreements(dataSet, worldId)),
  );
  for (const { owner, accountId, ...account } of listSeededAccounts(dataSet)) {
    const refusal = await ledger.openAccount({ worldId, id: accountId, ...account }, at);
    assert.equal(refusal, undefined, `The account ${accountId} was refused.`);
  }
  for (const { accountId, transactions } of generateHistory(dataSet, day, seed)) {
    const history = { worldId, accountId, transactions, balance: "unchanged" } as const;
    const posted = await ledger.postTransactions(history, at);
    assert(!isLedgerRefusal(posted), `The history of ${accountId} was refused.`);
  }
  for (const { bban, iban, behaviour, delayMs, reason } of dataSet.magicAccounts) {
    for (const accountNumber of [bban, iban]) {
      await ledger.setCounterparty({ worldId, accountNumber, behaviour, delayMs, reason });
    }
  }
}

/** Returns one instant for a whole month, so that two loads are equal in every column. */
function startOfMonth(day: string): bigint {
  const first = Temporal.PlainDate.from(day).with({ day: 1 });
  return BigInt(first.toZonedDateTime("Europe/Oslo").epochMilliseconds);
}

function insertPeople(
  { people, representatives, companies }: DataSet,
  worldId: WorldId,
): Statement[] {
  const persons: readonly SeededPerson[] = [
    ...Object.values(people),
    ...Object.values(representatives),
  ];
  const seeded = { worldId, isSeeded: true };
  return [
    ...persons.map(({ personId, customerNumber, name }) =>
      personTable.insert({ worldId, personId, customerNumber, name }),
    ),
    ...Object.values(people).map(({ customerId, personId, name }) =>
      customerTable.insert({ ...seeded, customerId, personId, name, customerType: "PRIVATE" }),
    ),
    ...Object.values(companies).map(({ customerId, representative: { personId }, name }) =>
      customerTable.insert({ ...seeded, customerId, personId, name, customerType: "CORPORATE" }),
    ),
  ];
}

function insertAgreements(dataSet: DataSet, worldId: WorldId): Statement[] {
  const engage = (
    agreementId: AgreementId,
    personId: PersonId,
    accountId: AccountId,
    { mayRegister = true, mayApprove = false } = {},
  ) =>
    engagementTable.insert({
      worldId,
      engagementId: `engagement-${personId}-${accountId}`,
      agreementId,
      personId,
      accountId,
      mayView: true,
      mayRegister,
      mayApprove,
    });
  return [
    ...Object.values(dataSet.people).flatMap((owner) => [
      agreementTable.insert({
        worldId,
        agreementId: owner.agreementId,
        ownerId: owner.customerId,
        personId: owner.personId,
        context: "PRIVATE",
        name: owner.name,
        signing: undefined,
      }),
      ...[owner.current, owner.savings, owner.card].map(({ accountId }) =>
        engage(owner.agreementId, owner.personId, accountId),
      ),
    ]),
    ...Object.values<SeededCompany>(dataSet.companies).flatMap((owner) => [
      agreementTable.insert({
        worldId,
        agreementId: owner.agreementId,
        ownerId: owner.customerId,
        personId: null,
        context: "CORPORATE",
        name: owner.name,
        signing: owner.signing,
      }),
      ...owner.accounts.flatMap(({ accountId }) => [
        ...[owner.representative, ...(owner.signers ?? [])].map(({ personId }) =>
          engage(owner.agreementId, personId, accountId, {
            mayApprove: owner.signing !== undefined,
          }),
        ),
        ...(owner.preparers ?? []).map(({ personId }) =>
          engage(owner.agreementId, personId, accountId),
        ),
        ...owner.viewers.map(({ personId }) =>
          engage(owner.agreementId, personId, accountId, { mayRegister: false }),
        ),
      ]),
    ]),
  ];
}
