import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { WorldId } from "../ports/ids.ts";
import type { Locale } from "../ports/locale.ts";
import { isVisitTimedOut } from "../records/visit.ts";
import { hashSecret } from "../sca/start/start-sca.ts";
import { type Identified, identifyVisitor } from "./open-visit.ts";
import { findVisit, storePending } from "./visit-store.ts";

/** The next thing that a visitor sees, until they are identified. */
type BegunVisit =
  | { readonly kind: "page" }
  | { readonly kind: "redirect"; readonly address: string }
  | Identified;

/** Begins the identification of a visitor, or polls the device that it waits for. */
export const beginVisit = async (
  cookie: string,
  worldId: WorldId,
  { locale, callbackUrl }: { readonly locale: Locale; readonly callbackUrl: string },
  bank: Bank,
): Promise<BegunVisit> => {
  const cookieHash = hashSecret(cookie);
  const now = await bank.clock.now(worldId);
  const visit = await bank.storage.read(() => findVisit(cookieHash));
  if (visit?.pending?.kind === "wait" && !isVisitTimedOut(visit, now)) {
    const callback = { kind: "poll", kept: visit.pending.kept } as const;
    return identifyVisitor(cookie, worldId, callback, locale, bank);
  }
  const state = bank.ids.newSecret();
  const attempt = { worldId, scaId: undefined, personId: undefined, locale };
  const returnTo = { url: callbackUrl, state };
  const begun = await bank.scaMethod.begin({ ...attempt, step: "identify", returnTo }, undefined);
  if (begun.kind === "page") return begun;
  const { kind, kept } = begun;
  const callbackHash = kind === "redirect" ? hashSecret(state) : undefined;
  const pending = { cookieHash, worldId, pending: { kind, kept }, callbackHash };
  await bank.storage.write(() => run(storePending(pending, now)));
  return begun;
};

/** Finishes the identification of a visitor whom a redirecting SCA method has sent back. */
export const finishVisit = async (
  cookie: string,
  { state, parameters }: { readonly state: string; readonly parameters: string },
  locale: Locale,
  bank: Bank,
): Promise<Identified> => {
  const visit = await bank.storage.read(() => findVisit(hashSecret(cookie)));
  const kept = visit?.pending?.kept;
  if (visit === undefined || kept === undefined || visit.callbackHash !== hashSecret(state)) {
    bank.log.warn({ reason: "wrong state" }, "identification refused");
    return { kind: "failed", attemptsLeft: 0 };
  }
  const callback = { kind: "redirect", parameters, kept } as const;
  return identifyVisitor(cookie, visit.worldId, callback, locale, bank);
};
