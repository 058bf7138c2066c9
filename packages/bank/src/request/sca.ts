import type { PsuContext, ScaStatus, TppMessageCode } from "@varde/protocol";

/** Kinds of SCA subjects. An SCA stores only the kind and the id of its subject. */
export const scaSubjectKinds = [
  "identification",
  "consent",
  "payment",
  "cancellation",
  "basket",
] as const;
export type ScaSubjectKind = (typeof scaSubjectKinds)[number];

/** How the PSU reaches the SCA: by a link, or in the bank's app. */
export type ScaChannel = "redirect" | "app";

/** A strong customer authentication. */
export interface Sca {
  readonly scaId: string;
  readonly worldId: string;
  readonly tppId: string;
  readonly tppName: string;
  readonly brand: string | undefined;
  readonly sessionId: string;
  readonly redirectUri: string;
  readonly channel: ScaChannel;
  readonly subjectKind: ScaSubjectKind;
  readonly subjectId: string | undefined;
  /** Hash of the subject when the SCA started; a changed subject cannot be approved. */
  readonly subjectHash: string | undefined;
  /** The person who must authenticate, if the request named one. */
  readonly expectedPersonId: string | undefined;
  readonly personId: string | undefined;
  /** The context in the request; if set, the PSU is not asked. */
  readonly givenContext: PsuContext | undefined;
  readonly context: PsuContext | undefined;
  readonly agreementId: string | undefined;
  readonly status: ScaStatus;
  readonly version: bigint;
  readonly attempts: number;
  readonly browserHash: string | undefined;
  readonly endedCode: TppMessageCode | undefined;
  readonly createdAt: number;
  readonly touchedAt: number;
}

/** Limits of the RTS: five failed identifications block an SCA, five idle minutes end it. */
export const identificationAttemptsMax = 5;
export const scaIdleMsMax = 5 * 60_000;

/** An unopened link is valid longer than an open page: the TPP decides when to use it. */
const scaLinkMsMax = 30 * 60_000;

export const isScaOver = (sca: Sca): boolean =>
  sca.status === "finalised" || sca.status === "failed";

export const isScaTimedOut = (sca: Sca, now: number): boolean =>
  now - sca.touchedAt > (sca.status === "received" ? scaLinkMsMax : scaIdleMsMax);
