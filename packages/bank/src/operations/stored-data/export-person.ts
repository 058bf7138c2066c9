import { listEntries } from "@varde/protocol";
import { all, type Row, type Storage, sql, type Unit } from "@varde/storage";
import type { PersonId, WorldId } from "../../ports/ids.ts";
import { listEvents } from "../../records/event.ts";
import { type FoundAccess, searchAudit } from "../audit/search-audit.ts";

/** Something that the bank stores about a person. */
export type PersonalData =
  | { readonly kind: "access"; readonly access: FoundAccess }
  | { readonly kind: StoredKind; readonly fields: Readonly<Record<string, unknown>> };

type StoredKind =
  | "identifier"
  | "session"
  | "consent"
  | "authorisation"
  | "payment"
  | "basket"
  | "signature";

const paymentsPerPage = 200;

/** Yields everything that the bank stores about a person, without what opens sessions or SCAs. */
export async function* exportPerson(
  storage: Storage,
  worldId: WorldId,
  personId: PersonId,
): AsyncGenerator<PersonalData> {
  for (const [kind, list] of listEntries(lists)) {
    for (const row of await storage.read(() => list(worldId, personId))) {
      yield { kind, fields: await addEvents(storage, row) };
    }
  }
  for await (const row of listPayments(storage, worldId, personId)) {
    yield { kind: "payment", fields: await addEvents(storage, row) };
  }
  for await (const access of searchAudit(storage, { personId })) {
    if (access.subject?.worldId === worldId) yield { kind: "access", access };
  }
}

type ListRows = (worldId: WorldId, personId: PersonId) => Unit<readonly Row[]>;

const lists: Readonly<Record<Exclude<StoredKind, "payment">, ListRows>> = {
  identifier: (worldId, personId) =>
    all<Row>(
      sql`select psu_id as "psuId", tpp_id as "tppId" from psu_identifier
        where world_id = ${worldId} and person_id = ${personId} order by psu_id`,
    ),
  session: (worldId, personId) =>
    all<Row>(
      sql`select tpp_id as "tppId", context, agreement_id as "agreementId",
          authenticated_at as "authenticatedAt", ended_at as "endedAt"
        from session where world_id = ${worldId} and person_id = ${personId}
        order by authenticated_at`,
    ),
  consent: (worldId, personId) =>
    all<Row>(
      sql`select c.consent_id as "consentId", c.tpp_name as "tppName", c.brand, c.scope,
          c.agreement_id as "agreementId", c.granted_at as "grantedAt",
          c.renewed_at as "renewedAt", a.account_id as "accountId"
        from consent c left join consent_account a on a.consent_id = c.consent_id
        where c.world_id = ${worldId} and c.person_id = ${personId}
        order by c.consent_id, a.account_id`,
    ),
  authorisation: (worldId, personId) =>
    all<Row>(
      sql`select sca_id as "authorisationId", tpp_name as "tppName",
          subject_kind as "subjectKind", subject_id as "subjectId", context, status,
          created_at as "createdAt", touched_at as "touchedAt"
        from sca where world_id = ${worldId} and person_id = ${personId} order by sca_id`,
    ),
  basket: (worldId, personId) =>
    all<Row>(
      sql`select basket_id as "basketId", payment_ids as "paymentIds", state,
          created_at as "createdAt", signed_at as "signedAt"
        from basket where world_id = ${worldId} and person_id = ${personId} order by basket_id`,
    ),
  signature: (worldId, personId) =>
    all<Row>(
      sql`select payment_id as "signedPaymentId", sca_id as "authorisationId", channel,
          signed_at as "signedAt"
        from payment_signature where world_id = ${worldId} and person_id = ${personId}
        order by payment_id`,
    ),
};

async function* listPayments(
  storage: Storage,
  worldId: WorldId,
  personId: PersonId,
): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const page = await storage.read(() =>
      all<Row & { readonly paymentId: string }>(
        sql`select payment_id as "paymentId", tpp_id as "tppId", service, product, status, body,
            debtor_account_id as "debtorAccountId", execution_date as "executionDate",
            psu_device as "psuDevice", created_at as "createdAt", signed_at as "signedAt"
          from payment
          where world_id = ${worldId} and person_id = ${personId} and payment_id > ${after}
          order by payment_id limit ${paymentsPerPage}`,
      ),
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.paymentId;
  }
}

/** Adds the events of a consent or payment, and converts times and JSON texts. */
const addEvents = async (storage: Storage, row: Row): Promise<Record<string, unknown>> => {
  const id = row.paymentId ?? row.consentId;
  const events = typeof id === "string" ? await storage.read(() => listEvents(id)) : [];
  const fields = Object.entries(row).map(([name, value]) => [name, presentValue(name, value)]);
  return {
    ...Object.fromEntries(fields),
    ...(events.length > 0 && {
      events: events.map(({ name, at }) => ({ name, at: new Date(at).toISOString() })),
    }),
  };
};

const jsonColumns = new Set(["body", "psuDevice", "paymentIds"]);

const presentValue = (name: string, value: Row[string]): unknown => {
  if (typeof value === "bigint") return new Date(Number(value)).toISOString();
  return jsonColumns.has(name) && value !== null ? JSON.parse(String(value)) : value;
};
