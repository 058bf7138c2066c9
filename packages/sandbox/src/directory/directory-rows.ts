import type { AccountId, AgreementId, PersonId, WorldId } from "@varde/bank";
import { type Statement, sql } from "@varde/storage";

/** A person who can identify; one row per customer number of a world. */
export interface PersonRow {
  readonly worldId: WorldId;
  readonly personId: PersonId;
  readonly customerNumber: string;
  readonly name: string;
}

export function insertPerson(person: PersonRow): Statement {
  return sql`insert into sandbox_person (world_id, person_id, customer_number, name)
    values (${person.worldId}, ${person.personId}, ${person.customerNumber}, ${person.name})`;
}

export interface CustomerRow {
  readonly worldId: WorldId;
  readonly customerId: string;
  /** The customer, or the person who represents the company. */
  readonly personId: PersonId;
  readonly customerType: "PRIVATE" | "CORPORATE";
  readonly name: string;
  readonly isSeeded: boolean;
}

export function insertCustomer(customer: CustomerRow): Statement {
  return sql`insert into sandbox_customer (world_id, customer_id, person_id, customer_type, name,
      is_seeded)
    values (${customer.worldId}, ${customer.customerId}, ${customer.personId},
      ${customer.customerType}, ${customer.name}, ${customer.isSeeded ? 1 : 0})`;
}

export interface AgreementRow {
  readonly worldId: WorldId;
  readonly agreementId: AgreementId;
  /** The customer whose accounts the agreement covers. */
  readonly ownerId: string;
  /** The private customer, who may act even without accounts; null for a company. */
  readonly personId: PersonId | null;
  readonly context: "PRIVATE" | "CORPORATE";
  readonly name: string;
}

export function insertAgreement(agreement: AgreementRow): Statement {
  return sql`insert into sandbox_agreement (world_id, agreement_id, owner_id, person_id, context,
      name)
    values (${agreement.worldId}, ${agreement.agreementId}, ${agreement.ownerId},
      ${agreement.personId}, ${agreement.context}, ${agreement.name})`;
}

/** A person's rights to one account under an agreement. */
export interface EngagementRow {
  readonly worldId: WorldId;
  readonly engagementId: string;
  readonly agreementId: AgreementId;
  readonly personId: PersonId;
  readonly accountId: AccountId;
  readonly mayView: boolean;
  readonly mayRegister: boolean;
}

export function insertEngagement(engagement: EngagementRow): Statement {
  return sql`insert into sandbox_engagement (world_id, engagement_id, agreement_id, person_id,
      account_id, may_view, may_register)
    values (${engagement.worldId}, ${engagement.engagementId}, ${engagement.agreementId},
      ${engagement.personId}, ${engagement.accountId}, ${engagement.mayView ? 1 : 0},
      ${engagement.mayRegister ? 1 : 0})`;
}
