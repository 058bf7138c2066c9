import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { PersonId, WorldId } from "../ports/ids.ts";
import type { Locale } from "../ports/locale.ts";
import type { ScaCallback } from "../ports/sca-method.ts";
import { identificationAttemptsMax } from "../records/sca.ts";
import { isVisitBlocked, isVisitTimedOut, type Visit, visitTable } from "../records/visit.ts";
import { hashSecret } from "../sca/start/start-sca.ts";
import { countAttempt, deleteVisit, findVisit, storePending, touchVisit } from "./visit-store.ts";

export type KnownVisit = Visit & { readonly personId: PersonId };

/** Finds the visit of the PSU with this cookie and extends it. */
export const openVisit = async (
  cookie: string,
  bank: Bank,
): Promise<KnownVisit | "blocked" | undefined> => {
  const cookieHash = hashSecret(cookie);
  const visit = await bank.storage.read(() => findVisit(cookieHash));
  if (visit === undefined) return undefined;
  const now = await bank.clock.now(visit.worldId);
  if (isVisitTimedOut(visit, now)) return undefined;
  if (isVisitBlocked(visit)) return "blocked";
  const { personId } = visit;
  if (personId === undefined) return undefined;
  await bank.storage.write(() => run(touchVisit(cookieHash, now)));
  return { ...visit, personId, touchedAt: now };
};

/** The result of an attempt to identify. */
export type Identified =
  | { readonly kind: "identified"; readonly newCookie: string }
  | { readonly kind: "wait"; readonly code?: string }
  | { readonly kind: "failed"; readonly attemptsLeft: number };

/**
 * Identifies a visitor. A known PSU gets a new cookie, so that nobody can plant one beforehand.
 * Otherwise one attempt is used up, and the result does not say which part was wrong.
 */
export const identifyVisitor = async (
  cookie: string,
  worldId: WorldId,
  callback: ScaCallback,
  locale: Locale,
  bank: Bank,
): Promise<Identified> => {
  const now = await bank.clock.now(worldId);
  const cookieHash = hashSecret(cookie);
  // A poll asks about an attempt that began earlier.
  const attempt =
    callback.kind === "poll"
      ? identificationAttemptsMax
      : await bank.storage.write(() => countAttempt(cookieHash, worldId, now));
  if (attempt === undefined) return { kind: "failed", attemptsLeft: 0 };
  const sca = { step: "identify", worldId, scaId: undefined, personId: undefined, locale } as const;
  const result = await bank.scaMethod.finish(sca, callback);
  if (result.kind === "wait") {
    const { kind, kept } = result;
    // A poll that finds nothing new does not extend the visit.
    if (callback.kind === "poll" && callback.kept === kept) return result;
    const pending = { cookieHash, worldId, pending: { kind, kept }, callbackHash: undefined };
    await bank.storage.write(() => run(storePending(pending, now)));
    return result;
  }
  if (result.kind === "failed") {
    if (callback.kind !== "form") {
      bank.log.warn({ reason: result.reason }, "identification refused");
    }
    return { kind: "failed", attemptsLeft: identificationAttemptsMax - attempt };
  }
  const { personId } = result;
  const newCookie = bank.ids.newSecret();
  const visit = { cookieHash: hashSecret(newCookie), worldId, personId, attempts: 0 };
  const none = { pending: undefined, callbackHash: undefined };
  await bank.storage.write(() =>
    run(deleteVisit(cookieHash), visitTable.insert({ ...visit, ...none, touchedAt: now })),
  );
  return { kind: "identified", newCookie };
};
