import { isInvalid, parseRedirectUri } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { isScaOver, isScaTimedOut, type Sca } from "../request/sca.ts";
import { moveSca } from "./move-sca.ts";
import { findScaByLink } from "./sca-store.ts";
import { hashSecret } from "./start/start-sca.ts";

/** Why an SCA cannot be opened. */
export type ScaClosed = "unknown" | "used" | "other-browser" | "timed-out" | "untrusted-address";

export type OpenedSca =
  | { readonly sca: Sca; readonly newCookie?: string }
  | { readonly closed: ScaClosed; readonly sca?: Sca };

/**
 * Finds the SCA behind a link and checks that it belongs to this browser: the first visit binds it
 * to a cookie, and later visits must send that cookie.
 */
export const openSca = async (
  linkSecret: string,
  cookie: string | undefined,
  bank: Bank,
): Promise<OpenedSca> => {
  const sca = await bank.storage.read(() => findScaByLink(hashSecret(linkSecret)));
  if (sca === undefined) return { closed: "unknown" };
  const isBound = sca.browserHash !== undefined;
  const isThisBrowser = cookie !== undefined && hashSecret(cookie) === sca.browserHash;
  if (isBound && !isThisBrowser) return { closed: "other-browser", sca };
  if (isScaOver(sca)) return { closed: "used", sca };
  if (!isTrusted(sca.redirectUri, bank)) return { closed: "untrusted-address", sca };
  const now = await bank.clock.now(sca.worldId);
  if (isScaTimedOut(sca, now)) return { closed: "timed-out", sca };
  if (isBound) return { sca };
  return bindToBrowser(sca, now, bank);
};

/** Whether the address is still allowed; the rules may be stricter than when the TPP sent it. */
const isTrusted = (redirectUri: string, { configuration }: Bank): boolean =>
  !isInvalid(parseRedirectUri(redirectUri, { loopbackHttp: configuration.mode === "sandbox" }));

const bindToBrowser = async (sca: Sca, now: number, bank: Bank): Promise<OpenedSca> => {
  const newCookie = bank.ids.newSecret();
  const browserHash = hashSecret(newCookie);
  const opened = await bank.storage.write(() => moveSca(sca, "opened", now, { browserHash }));
  return opened === undefined ? { closed: "other-browser", sca } : { sca: opened, newCookie };
};
