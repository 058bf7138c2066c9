import {
  type AgreementId,
  listChildren,
  listNextSigners,
  type Sca,
  type WorldId,
  type WorldPayment,
} from "@varde/bank";
import type { ControlResponse } from "@varde/protocol";
import { all, inList, one, sql } from "@varde/storage";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

type Signers = ControlResponse<"readPayment">["signers"];

interface Candidate {
  readonly person_id: string;
  readonly customer_number: string;
  readonly name: string;
  readonly missing?: number;
}

/** A subject that waits for approval: a payment, or a basket with its payments. */
export interface Approvable {
  readonly id: string;
  readonly payments: readonly WorldPayment[];
  /** The SCA that waits, if there is one. */
  readonly openSca: Sca | undefined;
}

/**
 * Lists the people who may approve next, and by which way. A person uses the SCA that the TPP has
 * started, if it waits for this person or for anybody. Others sign for a company in the bank's app.
 */
export const listSigners = async (
  sandbox: ControlledSandbox,
  worldId: WorldId,
  { id, payments, openSca }: Approvable,
): Promise<Signers> => {
  const signers = new Map<string, Signers[number]>();
  for (const payment of payments.filter(({ status }) => status === "RCVD")) {
    const candidates = await listCandidates(sandbox, worldId, payment);
    const hasSigned = payment.signaturesMissing !== undefined;
    for (const { person_id, customer_number, name, missing } of candidates) {
      const isAsked =
        openSca !== undefined && (openSca.expectedPersonId ?? person_id) === person_id;
      // The bank's app offers what somebody else has begun.
      const isInApp = missing !== undefined && (hasSigned || payment.personId !== person_id);
      if (!isAsked && !isInApp) continue;
      signers.set(person_id, {
        name,
        customerNumber: customer_number,
        authorisationId: isAsked ? openSca.scaId : id,
        via: isAsked ? "sca" : "app",
        missing: Math.max(missing ?? 0, signers.get(person_id)?.missing ?? 0),
      });
    }
  }
  return [...signers.values()];
};

/** Lists the people whose approval the payment needs, in whatever way they give it. */
const listCandidates = async (
  { storage, bank, dataWorld }: ControlledSandbox,
  worldId: WorldId,
  payment: WorldPayment,
): Promise<readonly Candidate[]> => {
  const from = await dataWorld(worldId);
  const agreementId = payment.agreementId ?? (await findCompany(storage, from, payment));
  const people = await storage.read(() => listPayers(from, payment));
  const isCorporate =
    payment.context === "CORPORATE" || (payment.context === undefined && people.length === 0);
  if (!isCorporate || agreementId === undefined) return people;
  const children = await storage.read(() => listChildren(payment.paymentId));
  const next = await listNextSigners({ payment, children }, agreementId, bank);
  const missing = new Map(next.map((person) => [person.personId, person.missing]));
  const numbers = await storage.read(() => listPeople(from, [...missing.keys()]));
  return numbers.map((person) => ({ ...person, missing: missing.get(person.person_id) ?? 0 }));
};

/** Finds the company's agreement about an account, of a payment that nobody has approved yet. */
const findCompany = async (
  storage: ControlledSandbox["storage"],
  from: WorldId,
  { debtorAccountId }: WorldPayment,
): Promise<AgreementId | undefined> => {
  const found = await storage.read(() =>
    one<{ agreement_id: AgreementId }>(
      sql`select a.agreement_id from sandbox_engagement e
        join sandbox_agreement a on a.world_id = e.world_id and a.agreement_id = e.agreement_id
        where e.world_id = ${from} and e.account_id = ${debtorAccountId}
          and a.context = 'CORPORATE' order by a.agreement_id limit 1`,
    ),
  );
  return found?.agreement_id;
};

/** Lists the people who may pay from a private account. */
const listPayers = (from: WorldId, { debtorAccountId }: WorldPayment) =>
  all<Candidate>(
    sql`select distinct p.person_id, p.customer_number, p.name
      from sandbox_engagement e
      join sandbox_agreement a on a.world_id = e.world_id and a.agreement_id = e.agreement_id
      join sandbox_person p on p.world_id = e.world_id and p.person_id = e.person_id
      where e.world_id = ${from} and e.account_id = ${debtorAccountId} and e.may_register = 1
        and a.context = 'PRIVATE' order by p.name`,
  );

const listPeople = (from: WorldId, personIds: readonly string[]) =>
  all<Candidate>(
    sql`select person_id, customer_number, name from sandbox_person
      where world_id = ${from} and person_id ${inList(personIds)} order by name`,
  );
