import { run, type Storage, sql } from "@varde/storage";
import type { WorldId } from "../ports/ids.ts";

/**
 * Deletes everything the bank stores about a world: payments, baskets, consents, sessions, SCAs,
 * batches and the responses stored for repeated requests. The ids of people and agreements stay,
 * since a PSU-ID never changes.
 */
export const deleteWorldData = (storage: Storage, worldId: WorldId): Promise<void> =>
  storage.write(function* () {
    yield* run(
      sql`delete from payment_duplicate where payment_id in (
        select payment_id from payment where world_id = ${worldId})`,
      sql`delete from request where tpp_id in (
        select tpp_id from tpp where world_id = ${worldId})`,
      sql`delete from outbox where world_id = ${worldId}`,
      sql`delete from periodic_schedule where world_id = ${worldId}`,
      sql`delete from payment where world_id = ${worldId}`,
      sql`delete from basket where world_id = ${worldId}`,
      sql`delete from batch where world_id = ${worldId}`,
      sql`delete from unattended_access where world_id = ${worldId}`,
      sql`delete from consent_account where world_id = ${worldId}`,
      sql`delete from consent where world_id = ${worldId}`,
      sql`delete from own_visit where world_id = ${worldId}`,
      sql`delete from session where world_id = ${worldId}`,
      sql`delete from sca where world_id = ${worldId}`,
      sql`delete from event where world_id = ${worldId}`,
    );
  });
