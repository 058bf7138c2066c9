import type { WorldId } from "@varde/bank";
import { all, fragment, one, type RecordOf, type Row, sql, type Unit } from "@varde/storage";
import { customerTable, personTable } from "../directory/directory-tables.ts";

const ownColumns = customerTable.pick("customerId", "personId", "customerType", "name");
const personColumns = personTable.pick("customerNumber");

/** A customer of a world, with the number the customer or its representative identifies with. */
export interface Customer extends RecordOf<typeof ownColumns>, RecordOf<typeof personColumns> {
  /** Name of the person who has the number. */
  readonly personName: string;
}

const toCustomer = (row: Row): Customer => ({
  ...ownColumns.read(row),
  ...personColumns.read(row),
  personName: String(row.person_name),
});

const columns = fragment`c.customer_id, c.person_id, p.customer_number, c.customer_type, c.name,
  p.name as person_name`;

export function* readCustomerRow(worldId: WorldId, customerId: string): Unit<Customer | undefined> {
  const row = yield* one<Row>(
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
  const rows = yield* all<Row>(
    sql`select ${columns}
      from sandbox_person p
      join sandbox_customer c on c.world_id = p.world_id and c.person_id = p.person_id
      where p.world_id = ${worldId} and p.customer_number = ${customerNumber}
      order by c.customer_type desc, c.customer_id`,
  );
  return rows.map(toCustomer);
}

/** Selects customers by part of their name, by their number, or as the owner of an account. */
export interface CustomerSearch {
  readonly text: string;
  readonly ownerId: string | undefined;
}

/** Lists a page of the customers that match, ordered by id. An empty text matches all. */
export function* searchCustomers(
  worldId: WorldId,
  { text, ownerId }: CustomerSearch,
  afterId: string,
  limit: number,
): Unit<readonly Customer[]> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = yield* all<Row>(
    sql`select ${columns}
      from sandbox_customer c
      join sandbox_person p on p.world_id = c.world_id and p.person_id = c.person_id
      where c.world_id = ${worldId} and c.customer_id > ${afterId}
        and (lower(c.name) like lower(${pattern}) escape '\\' or p.customer_number = ${text}
          or c.customer_id = ${ownerId ?? null})
      order by c.customer_id limit ${limit}`,
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
  const rows = yield* all<Row>(
    sql`select ${columns}
      from sandbox_customer c
      join sandbox_person p on p.world_id = c.world_id and p.person_id = c.person_id
      where c.world_id = ${worldId} and c.customer_id > ${afterId}
        and c.is_seeded = ${isSeeded ? 1 : 0}
      order by c.customer_id limit ${limit}`,
  );
  return rows.map(toCustomer);
}
