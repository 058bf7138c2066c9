import type { PersonId, WorldId } from "@varde/bank";
import { all, fragment, one, sql, type Unit } from "@varde/storage";

/** A customer of a world, with the number the customer or its representative identifies with. */
export interface Customer {
  readonly customerId: string;
  readonly personId: PersonId;
  readonly customerNumber: string;
  readonly customerType: "PRIVATE" | "CORPORATE";
  readonly name: string;
}

interface CustomerRow {
  readonly customer_id: string;
  readonly person_id: PersonId;
  readonly customer_number: string;
  readonly customer_type: Customer["customerType"];
  readonly name: string;
}

const toCustomer = (row: CustomerRow): Customer => ({
  customerId: row.customer_id,
  personId: row.person_id,
  customerNumber: row.customer_number,
  customerType: row.customer_type,
  name: row.name,
});

const columns = fragment`c.customer_id, c.person_id, p.customer_number, c.customer_type, c.name`;

export function* readCustomerRow(worldId: WorldId, customerId: string): Unit<Customer | undefined> {
  const row = yield* one<CustomerRow>(
    sql`select ${columns}
      from sandbox_customer c
      join sandbox_person p on p.world_id = c.world_id and p.person_id = c.person_id
      where c.world_id = ${worldId} and c.customer_id = ${customerId}`,
  );
  return row && toCustomer(row);
}

/** Finds the customers with a number: a person, and the companies they represent. */
export function* findCustomers(
  worldId: WorldId,
  customerNumber: string,
): Unit<readonly Customer[]> {
  const rows = yield* all<CustomerRow>(
    sql`select ${columns}
      from sandbox_person p
      join sandbox_customer c on c.world_id = p.world_id and c.person_id = p.person_id
      where p.world_id = ${worldId} and p.customer_number = ${customerNumber}
      order by c.customer_type desc, c.customer_id`,
  );
  return rows.map(toCustomer);
}

/** Lists a page of either seeded or created customers, ordered by id. */
export function* listCustomerPage(
  worldId: WorldId,
  isSeeded: boolean,
  afterId: string,
  limit: number,
): Unit<readonly Customer[]> {
  const rows = yield* all<CustomerRow>(
    sql`select ${columns}
      from sandbox_customer c
      join sandbox_person p on p.world_id = c.world_id and p.person_id = c.person_id
      where c.world_id = ${worldId} and c.customer_id > ${afterId}
        and c.is_seeded = ${isSeeded ? 1 : 0}
      order by c.customer_id limit ${limit}`,
  );
  return rows.map(toCustomer);
}
