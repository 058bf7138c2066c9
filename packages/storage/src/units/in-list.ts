import { Fragment } from "./sql.ts";

const listMembers = {
  sqlite: ["in (select value from json_each(", "))"],
  // As an array, so that PostgreSQL looks up each member in the index.
  postgres: ["= any(array(select json_array_elements_text(cast(", " as json))))"],
};

/**
 * Follows a column of texts: the column has one of these values.
 *
 * @example
 * sql`select status from payment where payment_id ${inList(paymentIds)}`;
 */
export const inList = (texts: readonly string[]): Fragment =>
  new Fragment({ template: listMembers, parameters: [JSON.stringify(texts)] });

const listRows = {
  sqlite: ["json_each(", ")"],
  postgres: ["json_array_elements(cast(", " as json))"],
};

/**
 * Follows `from`: a row for each element of the list, in the column `value`.
 *
 * @example
 * sql`insert into note (id, body) select value ->> 0, value ->> 1 from ${jsonRows(notes)}`;
 */
export const jsonRows = (list: readonly unknown[]): Fragment =>
  new Fragment({ template: listRows, parameters: [JSON.stringify(list)] });

/** Locks the selected rows. On SQLite a unit that writes is alone, so it locks nothing. */
export const forUpdate = new Fragment({
  template: { sqlite: [""], postgres: ["for update"] },
  parameters: [],
});

/** Locks the selected rows and leaves out those that another unit has locked. */
export const forUpdateSkipLocked = new Fragment({
  template: { sqlite: [""], postgres: ["for update skip locked"] },
  parameters: [],
});
