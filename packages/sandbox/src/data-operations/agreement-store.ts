import type { AccountId, AgreementId, WorldId } from "@varde/bank";
import { all, fragment, type RecordOf, type Statement, sql, type Unit } from "@varde/storage";
import { engagementTable } from "../directory/directory-tables.ts";
import type { SigningRule } from "../directory/signing-rule.ts";

/** An agreement of a customer, with the engagements under it. */
export interface SandboxAgreement {
  readonly agreementId: AgreementId;
  readonly ownerId: string;
  readonly context: "PRIVATE" | "CORPORATE";
  readonly name: string;
  readonly signing: SigningRule | undefined;
  readonly engagementIds: readonly string[];
}

interface AgreementRow {
  readonly agreement_id: AgreementId;
  readonly owner_id: string;
  readonly context: SandboxAgreement["context"];
  readonly name: string;
  readonly signing: string | null;
  readonly engagement_id: string | null;
}

const columns = fragment`a.agreement_id, a.owner_id, a.context, a.name, a.signing, e.engagement_id`;

/** Lists the agreements of a range of customers; the start of the range is exclusive. */
export const agreementsOfOwners = (
  worldId: WorldId,
  range: { readonly after: string; readonly last: string },
): Unit<readonly SandboxAgreement[]> =>
  grouped(
    sql`select ${columns}
      from sandbox_agreement a
      left join sandbox_engagement e
        on e.world_id = a.world_id and e.agreement_id = a.agreement_id
      where a.world_id = ${worldId} and a.owner_id > ${range.after}
        and a.owner_id <= ${range.last}
      order by a.owner_id, a.agreement_id, e.engagement_id`,
  );

export function* readAgreementRow(
  worldId: WorldId,
  agreementId: AgreementId,
): Unit<SandboxAgreement | undefined> {
  const [agreement] = yield* grouped(
    sql`select ${columns}
      from sandbox_agreement a
      left join sandbox_engagement e
        on e.world_id = a.world_id and e.agreement_id = a.agreement_id
      where a.world_id = ${worldId} and a.agreement_id = ${agreementId}
      order by e.engagement_id`,
  );
  return agreement;
}

/** Lists a page of the world's agreements, ordered by id. */
export const listAgreementPage = (
  worldId: WorldId,
  afterId: string,
  limit: number,
): Unit<readonly SandboxAgreement[]> =>
  grouped(
    sql`select ${columns}
      from (
        select world_id, agreement_id, owner_id, context, name, signing from sandbox_agreement
        where world_id = ${worldId} and agreement_id > ${afterId}
        order by agreement_id limit ${limit}
      ) as a
      left join sandbox_engagement e
        on e.world_id = a.world_id and e.agreement_id = a.agreement_id
      order by a.agreement_id, e.engagement_id`,
  );

/** Groups rows by agreement; there is one row per engagement. */
function* grouped(statement: Statement): Unit<readonly SandboxAgreement[]> {
  const rows = yield* all<AgreementRow>(statement);
  const found = new Map<string, SandboxAgreement & { readonly engagementIds: string[] }>();
  for (const row of rows) {
    let agreement = found.get(row.agreement_id);
    if (agreement === undefined) {
      const { agreement_id: agreementId, owner_id: ownerId, context, name } = row;
      const signing = row.signing === null ? undefined : JSON.parse(row.signing);
      agreement = { agreementId, ownerId, context, name, signing, engagementIds: [] };
      found.set(agreementId, agreement);
    }
    if (row.engagement_id !== null) agreement.engagementIds.push(row.engagement_id);
  }
  return [...found.values()];
}

/** A person's rights to one account under an agreement. */
export interface EngagementRecord {
  readonly engagement_id: string;
  readonly customer_number: string;
  readonly name: string;
  readonly account_id: AccountId;
  readonly may_view: bigint;
  readonly may_register: bigint;
  readonly may_approve: bigint;
}

export const listEngagementRecords = (
  worldId: WorldId,
  agreementId: AgreementId,
): Unit<readonly EngagementRecord[]> =>
  all<EngagementRecord>(
    sql`select e.engagement_id, p.customer_number, p.name, e.account_id, e.may_view,
        e.may_register, e.may_approve
      from sandbox_engagement e
      join sandbox_person p on p.world_id = e.world_id and p.person_id = e.person_id
      where e.world_id = ${worldId} and e.agreement_id = ${agreementId}
      order by e.engagement_id`,
  );

/** Inserts an engagement; replaces the roles if the person has one for the same account. */
export const upsertEngagement = (engagement: RecordOf<typeof engagementTable>): Statement =>
  sql`${engagementTable.insert(engagement)}
    on conflict (world_id, agreement_id, person_id, account_id)
    do update set may_view = excluded.may_view, may_register = excluded.may_register,
      may_approve = excluded.may_approve`;
