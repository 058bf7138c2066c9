import type { AccountId, AgreementId, PersonId, WorldId } from "@varde/bank";
import {
  type CopiedTable,
  copyWorldRows,
  deleteWorldRows,
  flag,
  json,
  nullable,
  optional,
  type Statement,
  table,
  text,
} from "@varde/storage";
import type { SigningRule } from "./signing-rule.ts";

/** People who can identify; one row per customer number of a world. */
export const personTable = table("sandbox_person", {
  worldId: text<WorldId>(),
  personId: text<PersonId>(),
  customerNumber: text(),
  name: text(),
});

export const customerTable = table("sandbox_customer", {
  worldId: text<WorldId>(),
  customerId: text(),
  /** The customer, or the person who represents the company. */
  personId: text<PersonId>(),
  customerType: text<"PRIVATE" | "CORPORATE">(),
  name: text(),
  isSeeded: flag,
});

export const agreementTable = table("sandbox_agreement", {
  worldId: text<WorldId>(),
  agreementId: text<AgreementId>(),
  /** The customer whose accounts the agreement covers. */
  ownerId: text(),
  /** The private customer, who may act even without accounts; null for a company. */
  personId: nullable(text<PersonId>()),
  context: text<"PRIVATE" | "CORPORATE">(),
  name: text(),
  /** Without a rule, everybody who may use an account approves alone. */
  signing: optional(json<SigningRule>()),
});

/** A person's rights to one account under an agreement. */
export const engagementTable = table("sandbox_engagement", {
  worldId: text<WorldId>(),
  engagementId: text(),
  agreementId: text<AgreementId>(),
  personId: text<PersonId>(),
  accountId: text<AccountId>(),
  mayView: flag,
  mayRegister: flag,
  /** Counts only if the agreement says who has to approve. */
  mayApprove: flag,
});

/** Tables of a world's customers. */
export const directoryWorldTables: readonly CopiedTable[] = [
  { ...personTable, key: ["person_id"] },
  { ...customerTable, key: ["customer_id"] },
  { ...agreementTable, key: ["agreement_id"] },
  { ...engagementTable, key: ["engagement_id"] },
];

/** Copies the customers, agreements and engagements of a world into an empty one. */
export const copyDirectory = (from: WorldId, to: WorldId): readonly Statement[] =>
  directoryWorldTables.map((table) => copyWorldRows(table, from, to));

/** Deletes the customers, agreements and engagements of a world. */
export const clearDirectory = (worldId: WorldId): readonly Statement[] =>
  directoryWorldTables.toReversed().map((table) => deleteWorldRows(table, worldId));
