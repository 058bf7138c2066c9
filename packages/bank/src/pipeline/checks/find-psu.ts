import { readsHeader } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { findAgreement, findPersonId, findPsuId } from "../../parties/psu-store.ts";
import type { PersonId, PsuCorporateId, PsuId } from "../../ports/ids.ts";
import type { IdentifiedPsu, PsuScope } from "../../records/identified-psu.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { refuseWithSca } from "../../sca/start/refuse-with-sca.ts";

/** Finds the PSU of the request. Returns undefined if it names none, a refusal if it is unknown. */
export const findPsu = (
  context: RequestContext,
  bank: Bank,
): Awaitable<IdentifiedPsu | Refusal | undefined> => {
  const psuId = context.header("psu-id")?.toLowerCase();
  const identity = readsHeader(context.operation, "x-psu-identity")
    ? context.header("x-psu-identity")
    : undefined;
  const corporateId = context.header("psu-corporate-id")?.toLowerCase();
  if (psuId === undefined && identity === undefined) return undefined;
  if (psuId !== undefined && identity === undefined && corporateId === undefined) {
    return andThen<PersonId | undefined, IdentifiedPsu | Refusal>(
      findPerson(psuId, context.tpp, bank),
      (personId) =>
        personId === undefined
          ? refuseUnknownPsuId(context, bank)
          : { personId, psuId, ...withoutAgreement },
    );
  }
  return lookUp({ psuId, identity, corporateId }, context, bank);
};

const withoutAgreement = { agreementId: undefined, context: undefined };

interface PsuHeaders {
  readonly psuId: PsuId | undefined;
  readonly identity: string | undefined;
  readonly corporateId: PsuCorporateId | undefined;
}

const lookUp = async (
  { psuId, identity, corporateId }: PsuHeaders,
  context: RequestContext,
  bank: Bank,
): Promise<IdentifiedPsu | Refusal> => {
  const scope = { tppId: context.tpp.tppId, worldId: context.tpp.worldId };
  const byId = psuId === undefined ? undefined : await findPerson(psuId, scope, bank);
  const byIdentity =
    identity === undefined
      ? undefined
      : (await bank.psuDirectory.findPerson(scope.worldId, identity))?.personId;
  if (psuId !== undefined && byId === undefined) {
    return refuseUnknownPsuId(context, bank);
  }
  const personId = byId ?? byIdentity;
  if (personId === undefined || (identity !== undefined && personId !== byIdentity)) {
    const text =
      byId === undefined
        ? "X-PSU-IDENTITY is unknown."
        : "PSU-ID and X-PSU-IDENTITY do not name the same person; send one of them.";
    return refusePsu("X-PSU-IDENTITY", text, context, bank);
  }
  const agreement =
    corporateId === undefined
      ? undefined
      : await findOwnAgreement(corporateId, personId, scope, bank);
  if (agreement === "unknown") {
    context.psu = { personId, psuId, ...withoutAgreement };
    const text = "PSU-Corporate-ID does not name an agreement that the PSU acts under.";
    return refusePsu("PSU-Corporate-ID", text, context, bank);
  }
  return {
    personId,
    psuId: psuId ?? (await bank.storage.read(() => findPsuId(personId, scope))),
    agreementId: agreement,
    context: agreement === undefined ? undefined : "CORPORATE",
  };
};

const findPerson = (
  psuId: PsuId,
  { tppId, worldId }: PsuScope,
  bank: Bank,
): Awaitable<PersonId | undefined> =>
  bank.psuCache.read([psuId], () => findPersonId(psuId, { tppId, worldId }), `${tppId} ${worldId}`);

/** Finds the agreement that PSU-Corporate-ID names, if this person acts under it. */
const findOwnAgreement = async (
  corporateId: PsuCorporateId,
  personId: PersonId,
  scope: PsuScope,
  bank: Bank,
) => {
  const agreementId = await bank.storage.read(() => findAgreement(corporateId, scope));
  if (agreementId === undefined) return "unknown" as const;
  const agreements = await bank.psuDirectory.listAgreements(scope.worldId, personId);
  const isTheirs = agreements.some((agreement) => agreement.agreementId === agreementId);
  return isTheirs ? agreementId : ("unknown" as const);
};

const refuseUnknownPsuId = (context: RequestContext, bank: Bank) =>
  refusePsu("PSU-ID", "PSU-ID is unknown for this TPP.", context, bank);

const refusePsu = async (path: string, text: string, context: RequestContext, bank: Bank) => {
  const violation = { code: "PSU_CREDENTIALS_INVALID", path, text } as const;
  // A payment can be read without naming the PSU, so no SCA is needed to fix this.
  if (context.operation.sca === "none") return refuse(violation);
  return refuseWithSca(violation, context, bank);
};
