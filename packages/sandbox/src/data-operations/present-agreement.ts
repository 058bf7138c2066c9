import { linkTo } from "@varde/bank";
import { type Link, operations } from "@varde/protocol";
import type { SigningRule } from "../directory/signing-rule.ts";
import type { EngagementRecord, SandboxAgreement } from "./agreement-store.ts";

/** Returns the links of an agreement; a private one changes only with its customer. */
export const agreementLinks = ({
  agreementId,
  context,
}: SandboxAgreement): { readonly self: Link; readonly engagements: Link } => {
  const { readSandboxAgreement, deleteSandboxAgreement } = operations;
  const { listEngagements, createEngagements } = operations;
  const path = { agreementId };
  return context === "PRIVATE"
    ? { self: linkTo([readSandboxAgreement], path), engagements: linkTo([listEngagements], path) }
    : {
        self: linkTo([readSandboxAgreement, deleteSandboxAgreement], path),
        engagements: linkTo([listEngagements, createEngagements], path),
      };
};

/** Presents an agreement with the number of its owner. */
export const presentAgreement = (
  agreement: SandboxAgreement,
  ownerNumber: string | undefined,
): object => ({
  id: agreement.agreementId,
  ...(ownerNumber === undefined ? {} : { owner: ownerNumber }),
  name: agreement.name,
  context: agreement.context,
  engagements: agreement.engagementIds,
  ...(agreement.signing === undefined ? {} : { signing: presentSigning(agreement.signing) }),
  _links: agreementLinks(agreement),
});

/** Presents who has to approve, with the fields that the agreement was created with. */
const presentSigning = ({ approvals, groups, limits = [] }: SigningRule): object => ({
  approvals,
  ...(groups === undefined ? {} : { groups }),
  ...(limits.length === 0
    ? {}
    : {
        limits: limits.map(({ customer, iban, paymentMinor, dayMinor }) => ({
          customer,
          ...(iban === undefined ? {} : { account: { iban } }),
          payment: toKroner(paymentMinor),
          ...(dayMinor === undefined ? {} : { day: toKroner(dayMinor) }),
        })),
      }),
});

const toKroner = (minor: string): string => {
  const digits = minor.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Presents an engagement with the fields it was created with; a card has no IBAN. */
export const presentEngagement = (
  engagement: EngagementRecord,
  iban: string | null | undefined,
): object => ({
  id: engagement.engagement_id,
  customer: engagement.customer_number,
  account: { resourceId: engagement.account_id, ...(iban ? { iban } : {}) },
  roles: [
    ...(engagement.may_view === 1n ? ["VIEW"] : []),
    ...(engagement.may_register === 1n ? ["REGISTER"] : []),
    ...(engagement.may_approve === 1n ? ["APPROVE"] : []),
  ],
});
