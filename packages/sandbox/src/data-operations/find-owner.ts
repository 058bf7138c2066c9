import { type Refusal, refuse, type WorldId } from "@varde/bank";
import type { Unit } from "@varde/storage";
import { type Customer, findCustomers, readCustomerRow } from "./customer-store.ts";

/**
 * Finds the owner by the number, or else the id, in the body. If a person and companies share a
 * number, the person is the owner; if only several companies share it, the request is ambiguous and
 * is refused.
 */
export function* findOwner(
  worldId: WorldId,
  owner: string,
  path: string,
  allowedType: "any" | "CORPORATE",
): Unit<Customer | Refusal> {
  const numbered = yield* findCustomers(worldId, owner);
  const identified = numbered.length > 0 ? undefined : yield* readCustomerRow(worldId, owner);
  const found = identified === undefined ? numbered : [identified];
  const candidates =
    allowedType === "any" ? found : found.filter((one) => one.customerType === allowedType);
  const [first, second] = candidates;
  if (first === undefined) return refuseUnknown(found.length > 0, path);
  if (second === undefined || first.customerType === "PRIVATE") return first;
  return refuse({
    code: "CONFLICT",
    path,
    text: "Several companies have this customerNumber; name one by its customerId.",
  });
}

const refuseUnknown = (isPrivate: boolean, path: string): Refusal =>
  refuse({
    code: "RESOURCE_UNKNOWN",
    status: 400,
    path,
    text: isPrivate
      ? "This is a private customer, who already has an agreement; use a corporate customer."
      : "This sandbox world has no customer with this customerNumber or customerId.",
  });
