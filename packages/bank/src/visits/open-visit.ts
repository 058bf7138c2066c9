import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { PersonId, WorldId } from "../ports/ids.ts";
import type { Locale } from "../ports/locale.ts";
import type { Identification } from "../ports/sca-method.ts";
import { identificationAttemptsMax } from "../request/sca.ts";
import { hashSecret } from "../sca/start-sca.ts";
import { isVisitBlocked, isVisitTimedOut, type Visit, visitTable } from "./visit.ts";
import { countAttempt, deleteVisit, findVisit, touchVisit } from "./visit-store.ts";

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

/**
 * Identifies a visitor. A known PSU gets a new cookie, so that nobody can plant one beforehand.
 * Otherwise one attempt is used up, and the result does not say which part was wrong.
 */
export const identifyVisitor = async (
  cookie: string,
  worldId: WorldId,
  identification: Identification,
  locale: Locale,
  bank: Bank,
): Promise<{ readonly newCookie: string } | { readonly attemptsLeft: number }> => {
  const now = await bank.clock.now(worldId);
  const attempt = await bank.storage.write(() => countAttempt(hashSecret(cookie), worldId, now));
  if (attempt === undefined) return { attemptsLeft: 0 };
  const sca = { step: "identify", worldId, scaId: undefined, personId: undefined, locale } as const;
  const result = await bank.scaMethod.finish(sca, { kind: "form", fields: identification });
  if (result.kind !== "proven") return { attemptsLeft: identificationAttemptsMax - attempt };
  const { personId } = result;
  const newCookie = bank.ids.newSecret();
  const visit = { cookieHash: hashSecret(newCookie), worldId, personId, attempts: 0 };
  await bank.storage.write(() =>
    run(deleteVisit(hashSecret(cookie)), visitTable.insert({ ...visit, touchedAt: now })),
  );
  return { newCookie };
};
