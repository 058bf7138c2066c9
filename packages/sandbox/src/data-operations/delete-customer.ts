import { deletePersonData, refuse, respondWith, type WorldId } from "@varde/bank";
import { accountClosing, accountsByOwner, isLedgerRefusal } from "@varde/ledger";
import { run, sql, type Unit } from "@varde/storage";
import { lockWorld } from "../worlds/lock-world.ts";
import { type Customer, findCustomers, readCustomerRow } from "./customer-store.ts";
import { type DataOperation, unknownRecord } from "./data-parts.ts";

/** Deletes a customer with its accounts and agreements, or nothing at all. */
export const deleteCustomer: DataOperation<"customerId"> = async (context, parts) => {
  const { worldId } = parts;
  const { customerId } = context.received.parameters;
  const deleted = await parts.storage.write(function* () {
    yield* lockWorld(worldId);
    const customer = yield* readCustomerRow(worldId, customerId);
    if (customer === undefined) return undefined;
    // Accounts are locked in the order of their ids, as payments lock them.
    for (const { id } of yield* accountsByOwner(worldId, customerId)) {
      yield* accountClosing(parts.ids, worldId, id, BigInt(context.now));
    }
    const isGone = yield* removeCustomer(worldId, customer);
    if (isGone) yield* deletePersonData(worldId, customer.personId);
    return customer;
  });
  if (deleted === undefined) return unknownRecord("customer");
  if (isLedgerRefusal(deleted)) return refuse({ code: "CONFLICT", text: deleted.text });
  return respondWith(204);
};

/** Deletes a customer, and its person if no customer is left with that number; true if so. */
function* removeCustomer(worldId: WorldId, customer: Customer): Unit<boolean> {
  const { customerId, personId, customerNumber } = customer;
  yield* run(
    sql`delete from sandbox_engagement where world_id = ${worldId} and agreement_id in (
      select agreement_id from sandbox_agreement
      where world_id = ${worldId} and owner_id = ${customerId})`,
    sql`delete from sandbox_agreement where world_id = ${worldId} and owner_id = ${customerId}`,
    sql`delete from sandbox_customer
      where world_id = ${worldId} and customer_id = ${customerId}`,
  );
  if ((yield* findCustomers(worldId, customerNumber)).length > 0) return false;
  yield* run(
    sql`delete from sandbox_engagement where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from sandbox_person where world_id = ${worldId} and person_id = ${personId}`,
  );
  return true;
}
