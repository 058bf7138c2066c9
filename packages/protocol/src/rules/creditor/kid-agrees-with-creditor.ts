import { isInvalid } from "../../invalid.ts";
import type { RemittanceReference } from "../../schemas/parts/payment-fields.ts";
import { countOf } from "../../values/count-of.ts";
import { hasKidForm, parseKid } from "../../values/kid.ts";
import type { Violation } from "../../violation.ts";
import type { KidAgreement, RuleFacts } from "../rule.ts";

interface Body {
  readonly creditorAccount: { readonly bban?: string; readonly iban?: string };
  readonly remittanceInformationStructured?: RemittanceReference;
  readonly remittanceInformationStructuredArray?: readonly RemittanceReference[];
}

interface PlacedReference extends RemittanceReference {
  readonly path: string;
}

/**
 * Checks the KID of a payment against the agreement of its creditor: present if the agreement
 * requires it, and valid if present. Without an agreement every reference is accepted.
 */
export function kidAgreesWithCreditor(body: Body, { findKidAgreement }: RuleFacts): Violation[] {
  const { bban, iban } = body.creditorAccount;
  const agreement = findKidAgreement(bban ?? iban?.slice(4) ?? "");
  if (agreement === undefined || agreement.kind === "off") return [];
  const references = collectReferences(body);
  const candidates = references.filter(isKidCandidate);
  if (candidates.length === 0 && agreement.kind === "mandatory") return [missing(references)];
  return candidates
    .map((candidate) => checkKid(candidate, agreement))
    .filter((violation) => violation !== undefined);
}

/** Returns whether a reference counts as a KID: its type is SCOR or absent. */
function isKidCandidate({ referenceType }: PlacedReference): boolean {
  return referenceType === undefined || referenceType === "SCOR";
}

/** Points at the type if there is a reference of another type. */
function missing([other]: readonly PlacedReference[]): Violation {
  const demand = "This creditor only accepts payments with a KID";
  return other === undefined
    ? {
        code: "KID_MISSING",
        path: "/remittanceInformationStructuredArray",
        text: `${demand}; send it as a structured reference.`,
      }
    : {
        code: "KID_MISSING",
        path: `${other.path}/referenceType`,
        text:
          `${demand}, and a reference of type ${other.referenceType} is not a KID; send the KID ` +
          "with referenceType SCOR or without referenceType.",
      };
}

function collectReferences(body: Body): PlacedReference[] {
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

function checkKid(given: PlacedReference, agreement: KidAgreement): Violation | undefined {
  const { reference } = given;
  const path = `${given.path}/reference`;
  const lengths = agreement.lengths.join(" or ");
  if (!hasKidForm(reference)) {
    const text = `The reference is not a KID; KIDs of this creditor have ${lengths} digits.`;
    return { code: "KID_INVALID", path, text };
  }
  if (!agreement.lengths.includes(reference.length)) {
    const given = countOf(reference.length, "digit");
    const text = `The KID has ${given}, but KIDs of this creditor have ${lengths}.`;
    return { code: "KID_INVALID", path, text };
  }
  const kid = parseKid(reference, agreement.modulus);
  return isInvalid(kid) ? { code: "KID_INVALID", path, text: `The KID ${kid.reason}.` } : undefined;
}
