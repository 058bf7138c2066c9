import { linkTo } from "@varde/bank";
import { type Link, operations } from "@varde/protocol";
import type { EngagementRecord, SandboxAgreement } from "./agreement-store.ts";

/** A private agreement comes, grows and goes with its customer, and nobody else changes it. */
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

/** An agreement with whose accounts it is about. */
export const presentAgreement = (
  agreement: SandboxAgreement,
  ownerNumber: string | undefined,
): object => ({
  id: agreement.agreementId,
  ...(ownerNumber === undefined ? {} : { owner: ownerNumber }),
  name: agreement.name,
  context: agreement.context,
  engagements: agreement.engagementIds,
  _links: agreementLinks(agreement),
});

/** An engagement in the words it is created with; a card has no IBAN. */
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
  ],
});
