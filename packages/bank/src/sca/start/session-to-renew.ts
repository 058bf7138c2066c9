import type { Bank } from "../../bank.ts";
import { findLatestSession } from "../../parties/session-store.ts";
import { isSessionExpired } from "../../records/session.ts";
import type { RequestContext } from "../../request/request-context.ts";

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
