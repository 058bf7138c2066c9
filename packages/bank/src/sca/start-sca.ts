import crypto from "node:crypto";
import { type PsuContext, readsHeader } from "@varde/protocol";
import type { Statement } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { recordEvent } from "../events/event-store.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { Sca, ScaChannel, ScaSubjectKind } from "../request/sca.ts";
import { insertSca } from "./sca-store.ts";

/** Names what an SCA is about. */
export interface SubjectReference {
  readonly kind: ScaSubjectKind;
  readonly id?: string;
  readonly hash?: string;
  /** The brand behind the TPP, where what is to be approved was made under one. */
  readonly brand?: string | undefined;
}

export interface StartedSca {
  readonly scaId: string;
  /** Absolute; the only address in a payload that is. */
  readonly link: string;
  /** To be run in the unit that makes what the SCA is about. */
  readonly statements: readonly Statement[];
}

/** Prepares an SCA for the request at hand; nothing is written until the statements are run. */
export const startSca = (
  subject: SubjectReference,
  context: RequestContext,
  bank: Pick<Bank, "ids" | "configuration">,
  channel: ScaChannel = "redirect",
): StartedSca => {
  const secret = bank.ids.newSecret();
  const sca: Sca = {
    scaId: bank.ids.newId(),
    worldId: context.tpp.worldId,
    tppId: context.tpp.tppId,
    tppName: context.tpp.name,
    brand: subject.brand,
    sessionId: context.header("tpp-session-id") ?? bank.ids.newId(),
    redirectUri: context.header("tpp-redirect-uri") ?? "",
    channel,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectHash: subject.hash,
    expectedPersonId: context.psu?.personId,
    personId: undefined,
    givenContext: givenContext(subject, context),
    context: undefined,
    agreementId: context.psu?.agreementId,
    status: "received",
    version: 1n,
    attempts: 0,
    browserHash: undefined,
    endedCode: undefined,
    createdAt: context.now,
    touchedAt: context.now,
  };
  return {
    scaId: sca.scaId,
    link: `${bank.configuration.publicUrl}/sca/${secret}`,
    statements: [
      insertSca(sca, hashSecret(secret)),
      recordEvent(bank.ids, {
        worldId: sca.worldId,
        subjectKind: "sca",
        subjectId: sca.scaId,
        name: `started for ${subject.kind}`,
        actor: sca.tppId,
        at: context.now,
      }),
    ],
  };
};

/** Links and cookies are kept as hashes, so that the database opens no one's SCA. */
export const hashSecret = (secret: string): string => crypto.hash("sha256", secret, "base64url");

const approvedInSession: ReadonlySet<ScaSubjectKind> = new Set([
  "payment",
  "cancellation",
  "basket",
]);

/** HDR-27: PSU-Context counts where a payment is created and nowhere else. */
export const requestedContext = (context: RequestContext): PsuContext | undefined =>
  readsHeader(context.operation, "psu-context")
    ? (context.header("psu-context") as PsuContext | undefined)
    : undefined;

/** What the request says, else what the PSU said when the session of the payment was opened. */
const givenContext = (
  subject: SubjectReference,
  context: RequestContext,
): PsuContext | undefined => {
  if (context.psu?.agreementId !== undefined) return "CORPORATE";
  return (
    requestedContext(context) ??
    (approvedInSession.has(subject.kind) ? context.psu?.context : undefined)
  );
};
