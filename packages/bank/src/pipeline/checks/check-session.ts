import { limits, type PsuContext, type TppMessageCode } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import { isUnattendedCall } from "../../accounts/count-unattended-call.ts";
import type { Bank } from "../../bank.ts";
import { refuseWithoutCorporateId } from "../../parties/agreement-of-request.ts";
import { findLatestSession, listSessions } from "../../parties/session-store.ts";
import type { NamedPerson } from "../../records/identified-psu.ts";
import { isSessionExpired, type Session } from "../../records/session.ts";
import { isRefusal, type Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { refuseWithSca } from "../../sca/start/refuse-with-sca.ts";
import { requestedContext } from "../../sca/start/start-sca.ts";
import type { Check } from "./check.ts";
import { identifyNamed } from "./find-psu.ts";

interface SessionFault {
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text: string;
  /** How to fix it, if not only by an SCA. */
  readonly remedy?: string;
}

/**
 * Checks that the PSU has completed SCA in this session within the hour. A payment with
 * PSU-Context needs no session, because its SCA both identifies and approves. Neither does a call
 * for balances or transactions while the PSU is not present.
 */
export const checkSession: Check = (context, bank) => {
  if (context.psu !== undefined && isUnattendedCall(context)) return undefined;
  return andThen(findSessions(context, bank), (found) => checkSessions(found, context, bank));
};

/** SCA-29: without TPP-Session-ID, the request belongs to the PSU's current session. */
const findSessions = (context: RequestContext, bank: Bank): Awaitable<readonly Session[]> => {
  const { tpp, psu } = context;
  const sessionId = context.header("tpp-session-id");
  if (sessionId !== undefined) {
    return bank.sessionCache.read([tpp.tppId, sessionId], () => listSessions(tpp.tppId, sessionId));
  }
  if (psu === undefined) return [];
  const latest = bank.storage.read(() => findLatestSession(psu.personId, tpp));
  return latest.then((session) => (session === undefined ? [] : [session]));
};

/** Checks the sessions that were found, of which each PSU has one. */
const checkSessions = (
  found: readonly Session[],
  context: RequestContext,
  bank: Bank,
): Awaitable<Refusal | undefined> => {
  const requested = requestedContext(context);
  if (requested === "PRIVATE") ignoreAgreement(context);
  if (context.named !== undefined) return checkNamed(context.named, found, context, bank);
  const session = found.find(({ personId }) => personId === context.psu?.personId);
  const fault = findFault(session, found, context);
  if (fault === undefined) {
    context.session = session;
    return setContext(requested ?? context.session?.context, context);
  }
  if (requested !== undefined) {
    // The SCA finds out the agreement, so only this request need not name it.
    if (context.psu?.agreementId === undefined) {
      context.psu = context.psu && { ...context.psu, context: requested };
    }
    return undefined;
  }
  const { remedy, ...violation } = fault;
  return refuseWithSca(violation, context, bank, remedy);
};

/**
 * HDR-37: only a valid session of the person makes the one whom X-PSU-IDENTITY names the PSU of the
 * request. Otherwise the SCA finds out who they are, and the response depends on nothing of them.
 */
const checkNamed = async (
  named: NamedPerson,
  found: readonly Session[],
  context: RequestContext,
  bank: Bank,
): Promise<Refusal | undefined> => {
  const owner = named.byPsuId ?? named.personId;
  const session = found.find(({ personId }) => personId === owner);
  if (session !== undefined && findFault(session, found, context) === undefined) {
    const psu = await identifyNamed(named, context, bank);
    if (isRefusal(psu)) return psu;
    context.psu = psu;
    context.session = session;
    return setContext(requestedContext(context) ?? session.context, context);
  }
  if (requestedContext(context) !== undefined) return undefined;
  const fault = found.length === 0 ? notCompleted : notOfNamed;
  return refuseWithSca(fault, context, bank);
};

const notCompleted = {
  code: "SCA_NOT_FOUND",
  text: "The PSU has not completed SCA in this TPP-Session-ID.",
} as const satisfies SessionFault;

const notOfNamed = {
  code: "SCA_INVALID",
  text: "This TPP-Session-ID is not a valid session of the PSU whom X-PSU-IDENTITY names.",
} as const satisfies SessionFault;

const findFault = (
  session: Session | undefined,
  found: readonly Session[],
  context: RequestContext,
): SessionFault | undefined => {
  if (session === undefined) {
    if (context.psu === undefined) return missingPsuId(context);
    if (context.header("tpp-session-id") === undefined) {
      return { code: "SCA_NOT_FOUND", text: "The PSU has no session with this TPP." };
    }
    return found.length > 0
      ? { code: "SCA_INVALID", text: "Another PSU completed the SCA of this TPP-Session-ID." }
      : notCompleted;
  }
  if (session.endedAt !== undefined) {
    return { code: "SCA_INVALID", text: "This TPP-Session-ID was replaced by a newer one." };
  }
  if (isSessionExpired(session, context.now)) {
    return {
      code: "SCA_EXPIRED",
      text: `The PSU's SCA in this session is older than ${limits.sessionMinutesMax} minutes.`,
    };
  }
  return undefined;
};

/** Before a PSU's first SCA a TPP has no PSU-ID for them; later it may have omitted it. */
const missingPsuId = (context: RequestContext): SessionFault => ({
  code: "SCA_NOT_FOUND",
  path: "PSU-ID",
  text:
    context.header("psu-corporate-id") === undefined
      ? "PSU-ID is missing, so the PSU is unknown."
      : "PSU-ID is missing: PSU-Corporate-ID does not say who acts for the corporation.",
  remedy: "Send PSU-ID, or send a PSU who has none yet to the scaRedirect link.",
});

/** HDR-20: PSU-Context PRIVATE takes precedence over PSU-Corporate-ID. */
const ignoreAgreement = (context: RequestContext): void => {
  const { psu, named } = context;
  if ((psu ?? named)?.agreementId === undefined) return;
  if (psu !== undefined) context.psu = { ...psu, agreementId: undefined, context: undefined };
  if (named !== undefined) context.named = { ...named, agreementId: undefined };
  context.warnings.push("PSU-Corporate-ID is ignored because PSU-Context is PRIVATE.");
};

/**
 * SCA-22: requires that a request in corporate context names the agreement. If the resource has an
 * owner, `actAsOwner` decides instead, because the resource may be the PSU's own.
 */
const setContext = (
  requested: PsuContext | undefined,
  context: RequestContext,
): Refusal | undefined => {
  const { psu } = context;
  if (psu === undefined || psu.agreementId !== undefined) return undefined;
  context.psu = { ...psu, context: requested };
  const needsAgreement = requested === "CORPORATE" && context.operation.agreement === "named";
  return needsAgreement ? refuseWithoutCorporateId : undefined;
};
