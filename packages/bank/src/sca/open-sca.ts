import { isInvalid, parseRedirectUri } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { acceptsLoopbackHttp } from "../configuration/bank-configuration.ts";
import { isScaOver, isScaTimedOut } from "../records/sca.ts";
import { canMoveSca, findScaByLink, moveSca, type StoredSca } from "./sca-store.ts";
import { hashSecret } from "./start/start-sca.ts";

/** Why an SCA cannot be opened. */
export type ScaClosed = "unknown" | "used" | "other-browser" | "timed-out" | "untrusted-address";

/** The SCA behind a link. `isBound` says whether it is bound to the browser that opened it. */
export type OpenedSca =
  | { readonly sca: StoredSca; readonly isBound: boolean }
  | { readonly closed: ScaClosed; readonly sca?: StoredSca; readonly isBound: boolean };

/**
 * SCA-32: finds the SCA behind a link, and changes nothing. SCA-28: until the PSU is authenticated,
 * every browser may open it; from then on only the browser that it is bound to.
 */
export const openSca = async (
  linkSecret: string,
  cookie: string | undefined,
  bank: Bank,
): Promise<OpenedSca> => {
  const sca = await bank.storage.read(() => findScaByLink(hashSecret(linkSecret)));
  if (sca === undefined) return { closed: "unknown", isBound: false };
  const isBound = cookie !== undefined && hashSecret(cookie) === sca.browserHash;
  const isElsewhere = sca.browserHash !== undefined && !isBound;
  if (isElsewhere && !canMoveSca(sca, "opened")) return { closed: "other-browser", sca, isBound };
  if (!isTrusted(sca.redirectUri, bank)) return { closed: "untrusted-address", sca, isBound };
  if (isScaOver(sca)) return { closed: "used", sca, isBound };
  const now = await bank.clock.now(sca.worldId);
  return isScaTimedOut(sca, now) ? { closed: "timed-out", sca, isBound } : { sca, isBound };
};

/** Whether the address is still allowed; the rules may be stricter than when the TPP sent it. */
const isTrusted = (redirectUri: string, { configuration }: Bank): boolean =>
  !isInvalid(parseRedirectUri(redirectUri, { loopbackHttp: acceptsLoopbackHttp(configuration) }));

/**
 * Binds an SCA to the browser with this cookie. A pending proof of another browser ends. Returns
 * undefined when another step has moved the SCA.
 */
export const bindSca = async (
  sca: StoredSca,
  cookie: string,
  bank: Bank,
): Promise<StoredSca | undefined> => {
  const now = await bank.clock.now(sca.worldId);
  const browserHash = hashSecret(cookie);
  return bank.storage.write(() => moveSca(sca, "opened", now, { browserHash }));
};
