import {
  type AgreementId,
  isRefusal,
  type PersonId,
  type Refusal,
  refuse,
  respondWith,
  type WorldId,
} from "@varde/bank";
import type { AgreementBody, AgreementSigning, EngagementBody } from "@varde/protocol";
import { one, run, type Statement, sql } from "@varde/storage";
import { agreementTable } from "../directory/directory-tables.ts";
import type { AloneLimit, SigningRule } from "../directory/signing-rule.ts";
import { lockWorld } from "../worlds/lock-world.ts";
import { readAgreementRow, upsertEngagement } from "./agreement-store.ts";
import { type DataOperation, type DataParts, unknownRecord } from "./data-parts.ts";
import { findOwner } from "./find-owner.ts";
import { listedEngagements } from "./list-agreements.ts";
import { presentAgreement } from "./present-agreement.ts";

/** Creates an agreement of a company, with people's rights to its accounts. */
export const createSandboxAgreement: DataOperation = async (context, parts) => {
  const { worldId } = parts;
  const body = context.body as AgreementBody;
  const find = () => findOwner(worldId, body.owner, "/owner", "CORPORATE");
  const named = await parts.storage.read(find);
  if (isRefusal(named)) return named;
  const agreementId = parts.ids.newId();
  const requested = body.engagements ?? [];
  const engagements = await prepareEngagements(
    worldId,
    agreementId,
    requested,
    "/engagements",
    parts,
  );
  if (isRefusal(engagements)) return engagements;
  const signing = body.signing && (await prepareSigning(worldId, body.signing, parts));
  if (signing !== undefined && isRefusal(signing)) return signing;
  const created = await parts.storage.write(function* () {
    yield* lockWorld(worldId);
    // The owner may have been deleted while the engagements were looked up.
    const owner = yield* find();
    if (isRefusal(owner)) return owner;
    yield* run(
      agreementTable.insert({
        worldId,
        agreementId,
        ownerId: owner.customerId,
        personId: null,
        context: "CORPORATE",
        name: body.name,
        signing,
      }),
      ...engagements,
    );
    return { owner, agreement: yield* readAgreementRow(worldId, agreementId) };
  });
  if (isRefusal(created)) return created;
  const { agreement, owner } = created;
  if (agreement === undefined) return unknownRecord("agreement");
  return respondWith(201, presentAgreement(agreement, owner.customerNumber));
};

/** Adds engagements to an agreement, or changes the roles of those that are there. */
export const createEngagements: DataOperation<"agreementId"> = async (context, parts) => {
  const { worldId } = parts;
  const { agreementId } = context.received.parameters;
  const agreement = await parts.storage.read(() => readAgreementRow(worldId, agreementId));
  if (agreement === undefined) return unknownRecord("agreement");
  if (agreement.context === "PRIVATE") {
    const text =
      "The engagements of a private agreement cannot be changed: it covers all accounts.";
    return refuse({ code: "CONFLICT", text });
  }
  const requested = context.body as readonly EngagementBody[];
  const engagements = await prepareEngagements(worldId, agreementId, requested, "", parts);
  if (isRefusal(engagements)) return engagements;
  const isThere = await parts.storage.write(function* () {
    yield* lockWorld(worldId);
    if ((yield* readAgreementRow(worldId, agreementId)) === undefined) return false;
    yield* run(...engagements);
    return true;
  });
  if (!isThere) return unknownRecord("agreement");
  return respondWith(201, await listedEngagements(worldId, agreementId, parts));
};

/** Finds the person and the account of each engagement, or refuses the one that is unknown. */
const prepareEngagements = async (
  worldId: WorldId,
  agreementId: AgreementId,
  requested: readonly EngagementBody[],
  path: string,
  { storage, ledger, ids }: DataParts,
): Promise<Statement[] | Refusal> => {
  const statements: Statement[] = [];
  for (const [at, { customer, account, roles }] of requested.entries()) {
    const person = await storage.read(() =>
      one<{ person_id: PersonId }>(
        sql`select person_id from sandbox_person
          where world_id = ${worldId} and customer_number = ${customer}`,
      ),
    );
    if (person === undefined) return refuseUnknown(`${path}/${at}/customer`, "customer");
    const found = await ledger.findAccountByIban(worldId, account.iban);
    if (found === undefined) return refuseUnknown(`${path}/${at}/account/iban`, "account");
    const named = new Set(roles.map((role) => role.toUpperCase()));
    statements.push(
      upsertEngagement({
        worldId,
        engagementId: ids.newId(),
        agreementId,
        personId: person.person_id,
        accountId: found.id,
        mayView: named.has("VIEW"),
        mayRegister: named.has("REGISTER"),
        mayApprove: named.has("APPROVE"),
      }),
    );
  }
  return statements;
};

/** Finds the accounts that the limits name, or refuses one that is unknown. */
const prepareSigning = async (
  worldId: WorldId,
  { approvals, groups, limits = [] }: AgreementSigning,
  { ledger }: DataParts,
): Promise<SigningRule | Refusal> => {
  const prepared: AloneLimit[] = [];
  for (const [at, { customer, account, payment, day }] of limits.entries()) {
    const found = account && (await ledger.findAccountByIban(worldId, account.iban));
    if (account !== undefined && found === undefined) {
      return refuseUnknown(`/signing/limits/${at}/account/iban`, "account");
    }
    prepared.push({
      customer,
      accountId: found?.id,
      iban: account?.iban,
      paymentMinor: toMinor(payment),
      dayMinor: day && toMinor(day),
    });
  }
  return { approvals: approvals === 1 ? 1 : 2, groups, limits: prepared };
};

const toMinor = (kroner: string): string => {
  const [whole = "0", fraction = "00"] = kroner.split(".");
  return String(BigInt(whole + fraction));
};

const refuseUnknown = (path: string, noun: string): Refusal =>
  refuse({
    code: "RESOURCE_UNKNOWN",
    status: 400,
    path,
    text: `There is no such ${noun} in this sandbox world.`,
  });
