import type { PsuContext, ScaStatus, TppMessageCode } from "@varde/protocol";

/** What an SCA is about. The SCA itself knows no more of it than its kind and its name. */
export const scaSubjectKinds = [
  "identification",
  "consent",
  "payment",
  "cancellation",
  "basket",
] as const;
export type ScaSubjectKind = (typeof scaSubjectKinds)[number];

/** How the PSU comes to it: by the link, or in the bank's app, where it waits for them. */
export type ScaChannel = "redirect" | "app";

/** One strong customer authentication, from the link that starts it to the way it ended. */
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
  /** What was to be approved when the SCA started; it is void if that has changed. */
  readonly subjectHash: string | undefined;
  /** Who must authenticate, where the request already said. */
  readonly expectedPersonId: string | undefined;
  readonly personId: string | undefined;
  /** The context the request asked for, so that the PSU is not asked. */
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

/** RTS: five wrong identifications block the attempt, five idle minutes end it. */
export const identificationAttemptsMax = 5;
export const scaIdleMsMax = 5 * 60_000;

/** An unopened link waits longer than an open page: the TPP sends the PSU there in its own time. */
const scaLinkMsMax = 30 * 60_000;

export const isScaOver = (sca: Sca): boolean =>
  sca.status === "finalised" || sca.status === "failed";

export const isScaTimedOut = (sca: Sca, now: number): boolean =>
  now - sca.touchedAt > (sca.status === "received" ? scaLinkMsMax : scaIdleMsMax);
