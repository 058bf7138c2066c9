import type {
  AccountId,
  Agreement,
  AgreementId,
  PersonId,
  PsuDirectory,
  WorldId,
} from "@varde/bank";
import { all, andThen, type Storage, sql, type Unit } from "@varde/storage";
import { readFrom, type WorldData } from "../world-data.ts";
import { personTable } from "./directory-tables.ts";

const people = personTable.pick("personId", "name");

interface FoundAgreement {
  readonly agreement_id: AgreementId;
  readonly name: string;
  readonly context: Agreement["context"];
  readonly account_id: AccountId | null;
}

type FoundEngagement = Pick<FoundAgreement, "agreement_id" | "context">;

/** Implements the bank's PSU directory port with the sandbox's tables. */
export function sandboxPsuDirectory(storage: Storage): PsuDirectory {
  const groups = [
    { table: "sandbox_engagement", key: ["world_id"] },
    { table: "sandbox_agreement", key: ["world_id"] },
  ];
  const engagements = storage.createReadCache<readonly FoundEngagement[]>({
    name: "engagements",
    entriesMax: 10_000,
    groups,
  });
  const agreements = storage.createReadCache<readonly Agreement[]>({
    name: "agreements",
    entriesMax: 10_000,
    groups,
  });
  return {
    findPerson: (worldId, customerNumber) =>
      storage.read(() =>
        people.one(sql`select ${people.columns} from sandbox_person
          where world_id = ${worldId} and customer_number = ${customerNumber}`),
      ),
    readPerson: (worldId, personId) =>
      storage.read(() =>
        people.one(sql`select ${people.columns} from sandbox_person
          where world_id = ${worldId} and person_id = ${personId}`),
      ),
    listAgreements: (worldId, personId) =>
      agreements.read([worldId], () => readAgreements(worldId, personId), personId),
    mayUseAccount: (worldId, personId, accountId, { agreementId, context }) =>
      andThen(
        engagements.read(
          [worldId],
          () => findEngagements(worldId, personId, accountId),
          `${personId} ${accountId}`,
        ),
        (rows) =>
          rows.some((row) =>
            agreementId === undefined
              ? context === undefined || row.context === context
              : row.agreement_id === agreementId,
          ),
      ),
  };
}

/**
 * Finds a person's agreements. A private agreement is found even without accounts. An engagement
 * counts only with both roles, because a TPP that may see an account may also request payments
 * from it.
 */
const findAgreements = (worldId: WorldId, personId: PersonId) =>
  all<FoundAgreement>(sql`
    select agreement_id, name, context, cast(null as text) as account_id
    from sandbox_agreement
    where world_id = ${worldId} and person_id = ${personId}
    union all
    select a.agreement_id, a.name, a.context, e.account_id
    from sandbox_engagement e
    join sandbox_agreement a on a.world_id = e.world_id and a.agreement_id = e.agreement_id
    where e.world_id = ${worldId} and e.person_id = ${personId}
      and e.may_view = 1 and e.may_register = 1
    order by 3 desc, 2, 1, 4`);

const findEngagements = (worldId: WorldId, personId: PersonId, accountId: AccountId) =>
  all<FoundEngagement>(sql`
    select a.agreement_id, a.context
    from sandbox_engagement e
    join sandbox_agreement a on a.world_id = e.world_id and a.agreement_id = e.agreement_id
    where e.world_id = ${worldId} and e.account_id = ${accountId} and e.person_id = ${personId}
      and e.may_view = 1 and e.may_register = 1`);

function* readAgreements(worldId: WorldId, personId: PersonId): Unit<readonly Agreement[]> {
  return groupAgreements(yield* findAgreements(worldId, personId));
}

/** Groups rows by agreement; they are sorted with the private agreement first. */
function groupAgreements(rows: readonly FoundAgreement[]): readonly Agreement[] {
  const found = new Map<string, Agreement & { readonly accountIds: AccountId[] }>();
  for (const { agreement_id, name, context, account_id } of rows) {
    let agreement = found.get(agreement_id);
    if (agreement === undefined) {
      agreement = { agreementId: agreement_id, name, context, accountIds: [] };
      found.set(agreement_id, agreement);
    }
    if (account_id !== null) agreement.accountIds.push(account_id);
  }
  return [...found.values()];
}

/**
 * Reads the initial data set until the world has its own copy. Whoever is looked up by number takes
 * part in an SCA, so the world gets its copy then. HDR-37: also if nobody is found.
 */
export const worldDataDirectory = (directory: PsuDirectory, data: WorldData): PsuDirectory => {
  const from = readFrom(data);
  return {
    findPerson: async (worldId, customerNumber) => {
      await data.copyDataSet(worldId);
      return directory.findPerson(worldId, customerNumber);
    },
    readPerson: from(directory.readPerson),
    listAgreements: from(directory.listAgreements),
    mayUseAccount: from(directory.mayUseAccount),
  };
};
