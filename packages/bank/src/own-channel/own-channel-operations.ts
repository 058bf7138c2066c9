import { type Schema, schemaType } from "@varde/protocol";
import type { OwnChannelScope } from "./authenticate-own-channel.ts";

const { integer, list, object, oneOf, optional, string } = schemaType;

const time = string({ description: "a time in UTC, like 2026-11-16T09:30:00.000Z" });

/** A consent as the bank's own channels receive it. */
export const ownChannelConsentSchema = object({
  consentId: string(),
  tppName: string(),
  brand: optional(string({ description: "the name that the TPP uses for its service" })),
  scope: oneOf(["accounts", "funds"]),
  state: oneOf(["valid", "expired"]),
  agreementId: string({ description: "the agreement that the person acted under" }),
  grantedAt: time,
  renewedAt: time,
  endsAt: time,
  accountIds: list(string()),
});

/** An access with a consent as the bank's own channels receive it. */
export const ownChannelAccessSchema = object({
  at: time,
  part: oneOf(["accounts", "balances", "transactions", "funds"]),
  accountIds: list(string()),
});

/** A challenge of the SCA in the bank's app as its backend receives it. */
export const ownChannelChallengeSchema = object({
  challengeId: string(),
  subject: oneOf(["identification", "payment", "cancellation", "basket", "batch", "consent"]),
  text: string({ description: "the text that the app shows" }),
  code: string({ description: "the code that the PSU compares with the one on the page" }),
  message: string({ description: "the message that the device signs" }),
  expiresAt: time,
});

const money = object({ amount: string(), currency: string() });

/** A payment or basket that waits for a person of a company. */
export const ownChannelSigningSchema = object({
  id: string({ description: "the id of the payment or basket" }),
  kind: oneOf(["payment", "basket"]),
  tppName: string(),
  brand: optional(string()),
  agreementId: string(),
  totals: list(money, { description: "the amount, or the sum of each currency" }),
  count: integer({ description: "the number of payments" }),
  payees: list(object({ name: string(), account: string() })),
  executionDate: optional(
    string({ description: "of a single payment, unless it is booked at once" }),
  ),
  createdBy: optional(string({ description: "the person who created it" })),
  createdAt: time,
  expiresAt: time,
  signers: list(object({ personId: string(), at: time })),
});

/** Problems that an operation may return besides those that all return. */
export const ownChannelProblems = {
  404: "There is no such world or consent, or nothing with this id waits for the person.",
  409: "The challenge was decided, has expired, or is not one of this person, or too many wait.",
  422: "The signature is not valid.",
} as const;

export type OwnChannelParameter = "person" | "world" | "account" | "limit";

/** An operation of the API of the bank's own channels. Routes and OpenAPI document follow. */
export interface OwnChannelOperation {
  readonly method: "get" | "post" | "delete";
  /** The path below the root of the API. */
  readonly path: string;
  readonly scope: OwnChannelScope;
  readonly summary: string;
  readonly query: readonly OwnChannelParameter[];
  readonly body?: Schema;
  /** Undefined if the response is 204. */
  readonly response?: Schema;
  readonly problems: readonly (keyof typeof ownChannelProblems)[];
}

export const ownChannelOperations = {
  listConsents: {
    method: "get",
    path: "/consents",
    scope: "consents:read",
    summary: "Lists the consents of a person that cover at least one account, latest first.",
    query: ["person", "world"],
    response: object({ consents: list(ownChannelConsentSchema) }),
    problems: [404],
  },
  listAccesses: {
    method: "get",
    path: "/consents/{consentId}/accesses",
    scope: "consents:read",
    summary: "Lists the last successful accesses with a consent, latest first.",
    query: ["person", "world", "limit"],
    response: object({ accesses: list(ownChannelAccessSchema) }),
    problems: [404],
  },
  revokeConsent: {
    method: "delete",
    path: "/consents/{consentId}",
    scope: "consents:revoke",
    summary: "Revokes a consent or, with account, one account of it.",
    query: ["person", "world", "account"],
    problems: [404],
  },
  listChallenges: {
    method: "get",
    path: "/challenges",
    scope: "challenges:read",
    summary: "Lists what a person can confirm in the bank's app.",
    query: ["person", "world"],
    response: object({ challenges: list(ownChannelChallengeSchema) }),
    problems: [404],
  },
  confirmChallenge: {
    method: "post",
    path: "/challenges/{challengeId}/confirmation",
    scope: "challenges:decide",
    summary: "Confirms a challenge by the signature of an enrolled device.",
    query: [],
    body: object({
      deviceId: string(),
      signature: string({ description: "ECDSA on P-256 with SHA-256, as DER in base64" }),
    }),
    problems: [409, 422],
  },
  refuseChallenge: {
    method: "post",
    path: "/challenges/{challengeId}/refusal",
    scope: "challenges:decide",
    summary: "Refuses a challenge for its person.",
    query: ["person", "world"],
    problems: [404, 409],
  },
  listSignings: {
    method: "get",
    path: "/signings",
    scope: "signings:read",
    summary: "Lists the payments and baskets of companies that a person can approve.",
    query: ["person", "world"],
    response: object({ signings: list(ownChannelSigningSchema) }),
    problems: [404],
  },
  startSigning: {
    method: "post",
    path: "/signings/{signingId}/challenge",
    scope: "signings:start",
    summary: "Starts the approval of a payment or basket in the bank's app, without the TPP.",
    query: ["person", "world"],
    response: ownChannelChallengeSchema,
    problems: [404, 409],
  },
} as const satisfies Record<string, OwnChannelOperation>;
