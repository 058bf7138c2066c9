import type { RemittanceReference } from "../schemas/parts/remittance.ts";
import { parseKid } from "../values/kid.ts";
import type { Violation } from "../violation.ts";
import type { KidAgreement, RuleFacts } from "./rule-facts.ts";

interface Body {
  readonly creditorAccount: { readonly bban?: string; readonly iban?: string };
  readonly remittanceInformationStructured?: RemittanceReference;
  readonly remittanceInformationStructuredArray?: readonly RemittanceReference[];
}

interface Candidate {
  readonly path: string;
  readonly reference: string;
}

/**
 * A payment to a creditor with a KID agreement carries a KID when it must, and a right one when it
 * carries any. Only the agreement tells what is right: no reference is wrong by itself.
 */
export function kidAgreesWithCreditor(body: Body, { kidAgreementOf }: RuleFacts): Violation[] {
  const { bban, iban } = body.creditorAccount;
  const agreement = kidAgreementOf(bban ?? iban?.slice(4) ?? "");
  if (agreement === undefined || agreement.kind === "off") return [];
  const candidates = candidatesOf(body);
  if (candidates.length === 0 && agreement.kind === "mandatory") {
    return [
      {
        code: "KID_MISSING",
        path: "/remittanceInformationStructuredArray",
        text: "this creditor takes payments with a KID only; give it as a structured reference",
      },
    ];
  }
  return candidates
    .map((candidate) => judge(candidate, agreement))
    .filter((violation) => violation !== undefined);
}

/** References of type SCOR or of none are KIDs to a creditor that has an agreement. */
function candidatesOf(body: Body): Candidate[] {
  const single = body.remittanceInformationStructured;
  const references = body.remittanceInformationStructuredArray ?? [];
  const all = [
    ...(single === undefined ? [] : [{ path: "/remittanceInformationStructured", ...single }]),
    ...references.map((reference, index) => ({
      path: `/remittanceInformationStructuredArray/${index}`,
      ...reference,
    })),
  ];
  return all
    .filter(({ referenceType }) => referenceType === undefined || referenceType === "SCOR")
    .map(({ path, reference }) => ({ path: `${path}/reference`, reference }));
}

function judge({ path, reference }: Candidate, agreement: KidAgreement): Violation | undefined {
  if (!agreement.lengths.includes(reference.length)) {
    const lengths = agreement.lengths.join(" or ");
    const text = `the KID has ${reference.length} digits, but this creditor's have ${lengths}`;
    return { code: "KID_INVALID", path, text };
  }
  const kid = parseKid(reference, agreement.modulus);
  return kid.ok ? undefined : { code: "KID_INVALID", path, text: `the KID ${kid.reason}` };
}
