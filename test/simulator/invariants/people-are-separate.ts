import type { Facts } from "../actors/facts.ts";
import { colleagues, psus } from "../actors/psus.ts";
import type { Snapshot } from "./snapshot.ts";

/** Checks that sessions, approvals and payments belong to the person they were opened for. */
export const peopleAreSeparate = (
  { payments, finalised, sessions }: Snapshot,
  facts: Facts,
): readonly string[] => {
  const found: string[] = [...facts.violations];
  for (const { session_id, person_id } of [
    ...sessions,
    ...finalised.filter(({ channel }) => channel !== "own"),
  ]) {
    const owner = facts.sessionOwners.get(session_id);
    if (owner !== person_id) found.push(`${person_id} has the session ${session_id} of ${owner}`);
  }
  for (const { payment_id: id, person_id, debtor_account_id } of payments.values()) {
    const owners = [...psus, ...colleagues]
      .filter(({ accounts }) => accounts.some((one) => one.accountId === debtor_account_id))
      .map(({ personId }) => personId);
    if (person_id !== null && !owners.includes(person_id)) {
      found.push(`payment ${id} of ${owners} belongs to ${person_id}`);
    }
  }
  return found;
};
