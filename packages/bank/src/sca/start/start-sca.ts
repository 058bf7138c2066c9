import crypto from "node:crypto";
import { isOneOf, type PsuContext, psuContexts, readsHeader } from "@varde/protocol";
import type { Statement } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { findLatestSession } from "../../parties/session-store.ts";
import type { ScaId, SessionId } from "../../ports/ids.ts";
import type { ConsentScope } from "../../records/consent.ts";
import { recordEvent } from "../../records/event.ts";
import {
  bindShown,
  type Sca,
  type ScaChannel,
  type ScaSubjectKind,
  type ShownQuote,
  scaTable,
  unbegunSca,
} from "../../records/sca.ts";
import { isSessionExpired } from "../../records/session.ts";
import type { RequestContext } from "../../request/request-context.ts";

/** Refers to the subject of an SCA. */
export interface SubjectReference {
  readonly kind: ScaSubjectKind;
  readonly id?: string;
  readonly hash?: string;
  /** Estimates that the PSU is shown with the subject; they become part of its hash. */
  readonly shown?: readonly ShownQuote[];
  /** The TPP's brand, if the subject was created under one. */
  readonly brand?: string | undefined;
}

interface ScaOptions {
  readonly channel?: ScaChannel;
  readonly sessionId?: SessionId | undefined;
}

export interface StartedSca {
  readonly scaId: ScaId;
  readonly record: Sca;
  /** Absolute address; all other links in payloads are relative. */
  readonly link: string;
  /** Statements for the unit that creates the subject. */
  readonly statements: readonly Statement[];
}

/**
 * Prepares an SCA for a request. Nothing is written until the statements run. An operation on which
 * TPP-Session-ID is optional passes the `sessionToRenew`.
 */
export const startSca = (
  subject: SubjectReference,
  context: RequestContext,
  bank: Pick<Bank, "ids" | "configuration">,
  { channel = "redirect", sessionId = context.header("tpp-session-id") }: ScaOptions = {},
): StartedSca => {
  const secret = bank.ids.newSecret();
  const expected = context.psu ?? context.named;
  const sca: Sca = {
    scaId: bank.ids.newId(),
    linkHash: hashSecret(secret),
    worldId: context.tpp.worldId,
    tppId: context.tpp.tppId,
    tppName: context.tpp.name,
    brand: subject.brand,
    sessionId: sessionId ?? bank.ids.newId(),
    redirectUri: context.header("tpp-redirect-uri") ?? "",
    channel,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectHash: subject.hash && bindShown(subject.hash, subject.shown),
    shown: subject.shown?.length === 0 ? undefined : subject.shown,
    expectedPersonId: expected?.personId,
    expectedBy: context.psu === undefined && expected !== undefined ? "number" : undefined,
    givenContext: givenContext(subject, context),
    agreementId: expected?.agreementId,
    ...unbegunSca,
    createdAt: context.now,
    touchedAt: context.now,
  };
  return {
    scaId: sca.scaId,
    record: sca,
    link: `${bank.configuration.publicUrl}/sca/${secret}`,
    statements: [
      scaTable.insert(sca),
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

/** Returns the same SCA for its link instead of the app, to be stored instead of the first. */
export const withoutApp = (started: StartedSca): StartedSca => {
  const record: Sca = { ...started.record, channel: "redirect" };
  return {
    ...started,
    record,
    statements: [scaTable.insert(record), ...started.statements.slice(1)],
  };
};

/** Hashes links and cookies for storage, so that reading the database gives no access to an SCA. */
export const hashSecret = (secret: string): string => crypto.hash("sha256", secret, "base64url");

const approvedInSession: ReadonlySet<ScaSubjectKind> = new Set([
  "payment",
  "cancellation",
  "basket",
]);

/** HDR-27: returns PSU-Context, which applies only when a payment is created. */
export const requestedContext = (context: RequestContext): PsuContext | undefined => {
  if (!readsHeader(context.operation, "psu-context")) return undefined;
  const sent = context.header("psu-context");
  return isOneOf(psuContexts, sent) ? sent : undefined;
};

/** Returns the context in the request, or else the one that the PSU chose for the session. */
const givenContext = (
  subject: SubjectReference,
  context: RequestContext,
): PsuContext | undefined => {
  if ((context.psu ?? context.named)?.agreementId !== undefined) return "CORPORATE";
  return (
    requestedContext(context) ??
    (approvedInSession.has(subject.kind) ? context.psu?.context : undefined)
  );
};

/** Whether the TPP asked for approval in the bank's app, and the bank has one. */
export const prefersApp = (context: RequestContext, { configuration }: Bank): boolean =>
  configuration.appApproval && context.header("tpp-redirect-preferred")?.toLowerCase() === "false";

/** Notifies the app of an approval that is stored, without waiting for the app. */
export const notifyApp = (
  scaId: ScaId,
  subject: ScaSubjectKind,
  { tpp: { worldId }, psu }: RequestContext,
  { appNotifier, log }: Bank,
): void => {
  const personId = psu?.personId;
  if (personId === undefined || appNotifier === undefined) return;
  const notify = async () => appNotifier.notify({ worldId, personId, scaId, subject });
  notify().catch((error: unknown) => log.warn({ err: error, sca: scaId }, "app not notified"));
};

/**
 * SCA-29: returns the id of the session that an SCA of this request renews: the one that the
 * request names, or else the PSU's current one. Returns undefined if the PSU has none.
 */
export const sessionToRenew = async (
  context: RequestContext,
  bank: Bank,
): Promise<string | undefined> => {
  const { tpp, psu, now } = context;
  const named = context.header("tpp-session-id");
  if (named !== undefined || psu === undefined) return named;
  const latest = await bank.storage.read(() => findLatestSession(psu.personId, tpp));
  return latest === undefined || isSessionExpired(latest, now) ? undefined : latest.sessionId;
};

/** Returns the subject of an SCA for consent, limited to what the TPP's roles allow. */
export const consentReference = ({ tpp }: RequestContext): SubjectReference =>
  tpp.roles.has("PSP_AI") ? { kind: "consent" } : { kind: "consent", id: "funds" };

export const requestedScope = ({ subjectId }: Pick<Sca, "subjectId">): ConsentScope =>
  subjectId === "funds" ? "funds" : "accounts";
