import type { RemittanceReference } from "../../schemas/parts/remittance.ts";
import { hasKidForm, parseKid } from "../../values/kid.ts";
import type { Violation } from "../../violation.ts";
import type { KidAgreement, RuleFacts } from "../rule-facts.ts";

interface Body {
  readonly creditorAccount: { readonly bban?: string; readonly iban?: string };
  readonly remittanceInformationStructured?: RemittanceReference;
  readonly remittanceInformationStructuredArray?: readonly RemittanceReference[];
}

interface PlacedReference extends RemittanceReference {
  readonly path: string;
}

/**
 * A payment to a creditor with a KID agreement carries a KID when it must, and a right one when it
 * carries any. Only the agreement tells what is right: no reference is wrong by itself.
 */
export function kidAgreesWithCreditor(body: Body, { findKidAgreement }: RuleFacts): Violation[] {
  const { bban, iban } = body.creditorAccount;
  const agreement = findKidAgreement(bban ?? iban?.slice(4) ?? "");
  if (agreement === undefined || agreement.kind === "off") return [];
  const references = referencesOf(body);
  const candidates = references.filter(isKidCandidate);
  if (candidates.length === 0 && agreement.kind === "mandatory") return [missing(references)];
  return candidates
    .map((candidate) => judge(candidate, agreement))
    .filter((violation) => violation !== undefined);
}

/** References of type SCOR or of none are KIDs to a creditor that has an agreement. */
function isKidCandidate({ referenceType }: PlacedReference): boolean {
  return referenceType === undefined || referenceType === "SCOR";
}

/** Whoever gave a reference of another type is told that the type is what is wrong. */
function missing([other]: readonly PlacedReference[]): Violation {
  const demand = "This creditor takes payments with a KID only";
  return other === undefined
    ? {
        code: "KID_MISSING",
        path: "/remittanceInformationStructuredArray",
        text: `${demand}; give it as a structured reference.`,
      }
    : {
        code: "KID_MISSING",
        path: `${other.path}/referenceType`,
        text:
          `${demand}, and a reference of type ${other.referenceType} is none; give a KID the ` +
          "referenceType SCOR, or none at all.",
      };
}

function referencesOf(body: Body): PlacedReference[] {
  const single = body.remittanceInformationStructured;
  const references = body.remittanceInformationStructuredArray ?? [];
  return [
    ...(single === undefined ? [] : [{ path: "/remittanceInformationStructured", ...single }]),
    ...references.map((reference, index) => ({
      path: `/remittanceInformationStructuredArray/${index}`,
      ...reference,
    })),
  ];
}

function judge(given: PlacedReference, agreement: KidAgreement): Violation | undefined {
  const { reference } = given;
  const path = `${given.path}/reference`;
  const lengths = agreement.lengths.join(" or ");
  if (!hasKidForm(reference)) {
    const text = `The reference is not a KID; this creditor's are ${lengths} digits.`;
    return { code: "KID_INVALID", path, text };
  }
  if (!agreement.lengths.includes(reference.length)) {
    const text = `The KID has ${reference.length} digits, but this creditor's have ${lengths}.`;
    return { code: "KID_INVALID", path, text };
  }
  const kid = parseKid(reference, agreement.modulus);
  return kid.ok ? undefined : { code: "KID_INVALID", path, text: `The KID ${kid.reason}.` };
}
