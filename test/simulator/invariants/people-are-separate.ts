import type { Facts } from "../actors/facts.ts";
import { psus } from "../actors/psus.ts";
import type { Snapshot } from "./snapshot.ts";

/** Checks that sessions, approvals and payments belong to the person they were opened for. */
export const peopleAreSeparate = (
  { payments, finalised, sessions }: Snapshot,
  facts: Facts,
): readonly string[] => {
  const found: string[] = [...facts.violations];
  for (const { session_id, person_id } of [...sessions, ...finalised]) {
    const owner = facts.sessionOwners.get(session_id);
    if (owner !== person_id) found.push(`${person_id} has the session ${session_id} of ${owner}`);
  }
  for (const { payment_id: id, person_id, debtor_account_id } of payments.values()) {
    const owner = psus.find(({ accountId }) => accountId === debtor_account_id)?.personId;
    if (person_id !== null && person_id !== owner) {
      found.push(`payment ${id} of ${owner} belongs to ${person_id}`);
    }
  }
  return found;
};
