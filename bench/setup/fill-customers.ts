import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Adds `count` customers to the bank's only world, each with an agreement, two accounts and a card.
 * The bank must not be running.
 */
export const fillCustomers = (folder: string, count: number): void => {
  const database = new DatabaseSync(join(folder, "varde.sqlite"));
  database.exec("pragma synchronous = off");
  database.exec(`create temp table n as
    with recursive c(n) as (select 1 union all select n + 1 from c where n < ${count})
    select n, world_id as w, printf('bench-%06d', n) as name from c, sandbox_world`);
  database.exec("create temp table k as select 1 as k union select 2 union select 3");
  database.exec("begin");
  database.exec(`insert into sandbox_person (world_id, person_id, customer_number, name)
    select w, name || '-person', printf('77%09d', n), name from n`);
  database.exec(`insert into sandbox_customer
      (world_id, customer_id, person_id, customer_type, name, is_seeded)
    select w, name, name || '-person', 'PRIVATE', name, 0 from n`);
  database.exec(`insert into sandbox_agreement
      (world_id, agreement_id, owner_id, person_id, context, name)
    select w, name || '-agreement', name, name || '-person', 'PRIVATE', name from n`);
  database.exec(`insert into sandbox_engagement (world_id, engagement_id, agreement_id, person_id,
      account_id, may_view, may_register)
    select w, name || '-engagement-' || k, name || '-agreement', name || '-person',
      name || '-account-' || k, 1, 1 from n, k`);
  database.exec(`insert into ledger_account (world_id, id, owner_id, kind, bban, iban, bic,
      currency, name, product, cash_account_type, attributes, credit_line_minor, booked_minor,
      reserved_minor, payable, opened_at, changed_at, closed_at)
    select w, n.name || '-account-' || k, n.name, iif(k = 3, 'card', 'current'), null, null, null,
      'NOK', 'Brukskonto', '', 'CACC', '{}', 0, 0, 0, 1, 0, 0, null from n, k`);
  database.exec("commit");
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
};
