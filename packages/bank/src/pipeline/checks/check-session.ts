import { limits, type PsuContext, type TppMessageCode } from "@varde/protocol";
import { type Awaitable, andThen } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { refuseWithoutCorporateId } from "../../psus/agreement-of-request.ts";
import type { Refusal } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { isSessionExpired, type Session } from "../../request/session.ts";
import { refuseWithSca } from "../../sca/refuse-with-sca.ts";
import { requestedContext } from "../../sca/start-sca.ts";
import { listSessions } from "../../sessions/session-store.ts";
import { isUnattendedCall } from "../../unattended/is-psu-present.ts";
import type { Check } from "./check.ts";

interface SessionFault {
  readonly code: TppMessageCode;
  readonly path?: string;
  readonly text: string;
  /** What mends it, where that need not be an SCA. */
  readonly remedy?: string;
}

/**
 * LIM: the PSU has completed SCA in this TPP-Session-ID within the hour. A payment that names its
 * PSU-Context may go without: its one SCA both identifies and approves. So may a call for balances
 * or transactions that the PSU has no part in.
 */
export const checkSession: Check = (context, bank) => {
  if (context.psu !== undefined && isUnattendedCall(context)) return undefined;
  const { tppId } = context.tpp;
  const sessionId = context.header("tpp-session-id");
  if (sessionId === undefined) return judge([], context, bank);
  return andThen(
    bank.sessionCache.read([tppId, sessionId], () => listSessions(tppId, sessionId)),
    (found) => judge(found, context, bank),
  );
};

/** The sessions are those of this TPP-Session-ID, each of one PSU. */
const judge = (
  found: readonly Session[],
  context: RequestContext,
  bank: Bank,
): Awaitable<Refusal | undefined> => {
  const wished = requestedContext(context);
  if (wished === "PRIVATE") setAgreementAside(context);
  const session = found.find(({ personId }) => personId === context.psu?.personId);
  const fault = faultOf(session, found, context);
  if (fault === undefined) {
    context.session = session;
    return actIn(wished ?? context.session?.context, context);
  }
  if (wished !== undefined) {
    // The SCA finds out under which agreement: this is the one request that need not name it.
    if (context.psu?.agreementId === undefined) {
      context.psu = context.psu && { ...context.psu, context: wished };
    }
    return undefined;
  }
  const { remedy, ...violation } = fault;
  return refuseWithSca(violation, context, bank, remedy);
};

const faultOf = (
  session: Session | undefined,
  found: readonly Session[],
  context: RequestContext,
): SessionFault | undefined => {
  if (session === undefined) {
    if (context.psu === undefined) return nobodyNamed(context);
    if (context.header("tpp-session-id") === undefined) return noSessionNamed;
    return found.length > 0
      ? { code: "SCA_INVALID", text: "The SCA of this TPP-Session-ID is another PSU's." }
      : { code: "SCA_NOT_FOUND", text: "The PSU has not completed SCA in this TPP-Session-ID." };
  }
  if (session.endedAt !== undefined) {
    return { code: "SCA_INVALID", text: "This TPP-Session-ID was replaced by a newer one." };
  }
  if (isSessionExpired(session, context.now)) {
    return {
      code: "SCA_EXPIRED",
      text: `The SCA of this TPP-Session-ID is older than ${limits.sessionMinutesMax} minutes.`,
    };
  }
  return undefined;
};

/** The first call for a PSU has no name for them yet; a later one may have left it out. */
const nobodyNamed = (context: RequestContext): SessionFault => ({
  code: "SCA_NOT_FOUND",
  path: "PSU-ID",
  text:
    context.header("psu-corporate-id") === undefined
      ? "PSU-ID is missing, so the bank cannot tell who the PSU is."
      : "PSU-ID is missing: PSU-Corporate-ID alone does not tell who acts for the corporation.",
  remedy: "Send it, or send a PSU who has none yet to the scaRedirect link.",
});

const noSessionNamed: SessionFault = {
  code: "SCA_NOT_FOUND",
  path: "TPP-Session-ID",
  text: "TPP-Session-ID is missing, so there is no session in which the PSU completed SCA.",
  remedy: "Send it, or send the PSU to the scaRedirect link.",
};

/** HDR-20: PSU-Context decides for whom a payment is, also against an agreement that is named. */
const setAgreementAside = (context: RequestContext): void => {
  const { psu } = context;
  if (psu?.agreementId === undefined) return;
  context.psu = { ...psu, agreementId: undefined, context: undefined };
  context.warnings.push("PSU-Corporate-ID is not used: PSU-Context says PRIVATE.");
};

/**
 * SCA-22: in corporate context the request names the agreement. Where the resource has an owner,
 * `actAsOwner` decides instead, as it may belong to the PSU in person.
 */
const actIn = (wished: PsuContext | undefined, context: RequestContext): Refusal | undefined => {
  const { psu } = context;
  if (psu === undefined || psu.agreementId !== undefined) return undefined;
  context.psu = { ...psu, context: wished };
  const mustBeNamed = wished === "CORPORATE" && context.operation.agreement === "named";
  return mustBeNamed ? refuseWithoutCorporateId : undefined;
};
