import { readsHeader } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { findAgreement, findPersonId, findPsuId } from "../../parties/psu-store.ts";
import type { AgreementId, PersonId, PsuCorporateId, PsuId } from "../../ports/ids.ts";
import type { IdentifiedPsu, NamedPerson, PsuScope } from "../../records/identified-psu.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { refuseWithSca } from "../../sca/start/refuse-with-sca.ts";

/** Finds the PSU of the request. Returns undefined if it names none, a refusal if it is unknown. */
export const findPsu = (
  context: RequestContext,
  bank: Bank,
): Awaitable<IdentifiedPsu | Refusal | undefined> => {
  const { psuId, corporateId } = readPsuHeaders(context);
  if (psuId === undefined) return undefined;
  const person = findPerson(psuId, context.tpp, bank);
  return andThen<PersonId | undefined, IdentifiedPsu | Refusal>(person, (personId) => {
    if (personId === undefined) return refuseUnknownPsuId(context, bank);
    const psu = { personId, psuId, ...withoutAgreement };
    return corporateId === undefined ? psu : actUnder(corporateId, psu, context, bank);
  });
};

/**
 * HDR-37: finds whom X-PSU-IDENTITY names. What it does and returns is the same for the number of a
 * customer and of anybody else.
 */
export const findNamed = async (
  context: RequestContext,
  bank: Bank,
): Promise<NamedPerson | Refusal> => {
  const { psuId, corporateId } = readPsuHeaders(context);
  const nobody: PersonId = bank.ids.newId();
  const byPsuId = psuId === undefined ? undefined : await findPerson(psuId, context.tpp, bank);
  if (psuId !== undefined && byPsuId === undefined) return refuseUnknownPsuId(context, bank);
  const agreementId =
    corporateId === undefined
      ? undefined
      : await bank.storage.read(() => findAgreement(corporateId, context.tpp));
  if (corporateId !== undefined && agreementId === undefined) {
    return refuseAgreement(context, bank);
  }
  const number = context.requiredHeader("x-psu-identity");
  const found = await bank.psuDirectory.findPerson(context.tpp.worldId, number);
  const isOther = byPsuId !== undefined && byPsuId !== found?.personId;
  return { personId: isOther ? nobody : (found?.personId ?? nobody), byPsuId, agreementId };
};

/** Returns the person of a valid session as the PSU, if X-PSU-IDENTITY names this person. */
export const identifyNamed = async (
  { personId, byPsuId, agreementId }: NamedPerson,
  context: RequestContext,
  bank: Bank,
): Promise<IdentifiedPsu | Refusal> => {
  if (byPsuId !== undefined && byPsuId !== personId) {
    const text = "PSU-ID and X-PSU-IDENTITY do not name the same person; send one of them.";
    return refusePsu("X-PSU-IDENTITY", text, context, bank);
  }
  const psuId = await bank.storage.read(() => findPsuId(personId, context.tpp));
  const psu = { personId, psuId, ...withoutAgreement };
  return agreementId === undefined ? psu : actAs(agreementId, psu, context, bank);
};

const withoutAgreement = { agreementId: undefined, context: undefined };

/** Whether the request names its PSU by X-PSU-IDENTITY. */
export const namesByNumber = (context: RequestContext): boolean =>
  readsHeader(context.operation, "x-psu-identity") &&
  context.header("x-psu-identity") !== undefined;

const readPsuHeaders = (context: RequestContext) => ({
  psuId: context.header("psu-id")?.toLowerCase(),
  corporateId: context.header("psu-corporate-id")?.toLowerCase(),
});

const findPerson = (
  psuId: PsuId,
  { tppId, worldId }: PsuScope,
  bank: Bank,
): Awaitable<PersonId | undefined> =>
  bank.psuCache.read([psuId], () => findPersonId(psuId, { tppId, worldId }), `${tppId} ${worldId}`);

/** Lets the person act under the agreement that PSU-Corporate-ID names. */
const actUnder = async (
  corporateId: PsuCorporateId,
  psu: IdentifiedPsu,
  context: RequestContext,
  bank: Bank,
): Promise<IdentifiedPsu | Refusal> => {
  const agreementId = await bank.storage.read(() => findAgreement(corporateId, context.tpp));
  if (agreementId !== undefined) return actAs(agreementId, psu, context, bank);
  context.psu = psu;
  return refuseAgreement(context, bank);
};

const actAs = async (
  agreementId: AgreementId,
  psu: IdentifiedPsu,
  context: RequestContext,
  bank: Bank,
): Promise<IdentifiedPsu | Refusal> => {
  const agreements = await bank.psuDirectory.listAgreements(context.tpp.worldId, psu.personId);
  if (agreements.some((agreement) => agreement.agreementId === agreementId)) {
    return { ...psu, agreementId, context: "CORPORATE" };
  }
  context.psu = psu;
  return refuseAgreement(context, bank);
};

const refuseAgreement = (context: RequestContext, bank: Bank) => {
  const text = "PSU-Corporate-ID does not name an agreement that the PSU acts under.";
  return refusePsu("PSU-Corporate-ID", text, context, bank);
};

const refuseUnknownPsuId = (context: RequestContext, bank: Bank) =>
  refusePsu("PSU-ID", "PSU-ID is unknown for this TPP.", context, bank);

const refusePsu = async (path: string, text: string, context: RequestContext, bank: Bank) => {
  const violation = { code: "PSU_CREDENTIALS_INVALID", path, text } as const;
  // A payment can be read without naming the PSU, so no SCA is needed to fix this.
  if (context.operation.sca === "none") return refuse(violation);
  return refuseWithSca(violation, context, bank);
};
