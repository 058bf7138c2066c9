import type { WorldId } from "@varde/bank";
import { run, type Storage, sql } from "@varde/storage";
import { ControlRefused } from "../../control-refused.ts";
import { readCustomerRow } from "../../data-operations/customer-store.ts";
import { lockWorld } from "../../worlds/lock-world.ts";

/** Gives a customer another name. A person's private agreement has the person's name. */
export const renameCustomer = async (
  storage: Storage,
  worldId: WorldId,
  customerId: string,
  name: string,
): Promise<void> => {
  const isRenamed = await storage.write(function* () {
    yield* lockWorld(worldId);
    const customer = yield* readCustomerRow(worldId, customerId);
    if (customer === undefined) return false;
    yield* run(
      sql`update sandbox_customer set name = ${name}
        where world_id = ${worldId} and customer_id = ${customerId}`,
      ...(customer.customerType === "PRIVATE"
        ? [
            sql`update sandbox_person set name = ${name}
              where world_id = ${worldId} and person_id = ${customer.personId}`,
            sql`update sandbox_agreement set name = ${name}
              where world_id = ${worldId} and owner_id = ${customerId} and context = 'PRIVATE'`,
          ]
        : []),
    );
    return true;
  });
  if (!isRenamed) throw new ControlRefused(`there is no customer ${customerId} in this world`);
};
