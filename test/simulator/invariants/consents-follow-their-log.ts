import type { Facts } from "../actors/facts.ts";
import type { Snapshot } from "./snapshot.ts";

/** The accounts of each consent according to the log, and whether it was ever revoked. */
export type LoggedConsents = Map<string, { readonly accounts: Set<string>; isRevoked: boolean }>;

/** Checks that exactly the accounts are granted that the log says, also after a revocation. */
export const consentsFollowTheirLog = (
  { newConsentEvents, granted }: Snapshot,
  logged: LoggedConsents,
  { revoked }: Facts,
): readonly string[] => {
  for (const { subject_id: id, name, detail } of newConsentEvents) {
    const consent = logged.get(id) ?? { accounts: new Set(), isRevoked: false };
    logged.set(id, consent);
    consent.isRevoked ||= name === "revoked";
    for (const account of detail?.split(" ") ?? []) {
      if (name === "granted") consent.accounts.add(account);
      if (name === "revoked") consent.accounts.delete(account);
    }
  }
  const found = [...revoked]
    .filter((id) => !logged.get(id)?.isRevoked)
    .map((id) => `the revocation of consent ${id} is not in the log`);
  const stored = Map.groupBy(granted, (row) => row.consent_id);
  for (const id of new Set([...stored.keys(), ...logged.keys()])) {
    const accounts = new Set((stored.get(id) ?? []).map((row) => row.account_id));
    const differing = accounts.symmetricDifference(logged.get(id)?.accounts ?? new Set());
    if (differing.size > 0) found.push(`consent ${id} differs from its log in ${[...differing]}`);
  }
  return found;
};
