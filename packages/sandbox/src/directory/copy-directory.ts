import type { WorldId } from "@varde/bank";
import { type Statement, sql } from "@varde/storage";

/** Copies the customers, agreements and engagements of a world into an empty one. */
export function copyDirectory(from: WorldId, to: WorldId): Statement[] {
  return [
    sql`insert into sandbox_person (world_id, person_id, customer_number, name)
      select ${to}, person_id, customer_number, name
      from sandbox_person where world_id = ${from}`,
    sql`insert into sandbox_customer (world_id, customer_id, person_id, customer_type, name,
        is_seeded)
      select ${to}, customer_id, person_id, customer_type, name, is_seeded
      from sandbox_customer where world_id = ${from}`,
    sql`insert into sandbox_agreement (world_id, agreement_id, owner_id, person_id, context, name)
      select ${to}, agreement_id, owner_id, person_id, context, name
      from sandbox_agreement where world_id = ${from}`,
    sql`insert into sandbox_engagement (world_id, engagement_id, agreement_id, person_id,
        account_id, may_view, may_register)
      select ${to}, engagement_id, agreement_id, person_id, account_id, may_view, may_register
      from sandbox_engagement where world_id = ${from}`,
  ];
}

/** Deletes the customers, agreements and engagements of a world. */
export function clearDirectory(worldId: WorldId): Statement[] {
  return [
    sql`delete from sandbox_engagement where world_id = ${worldId}`,
    sql`delete from sandbox_agreement where world_id = ${worldId}`,
    sql`delete from sandbox_customer where world_id = ${worldId}`,
    sql`delete from sandbox_person where world_id = ${worldId}`,
  ];
}
