import { forUpdate, sql } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import { requestRetentionMs } from "../../request/stored-request.ts";
import { forgetInTurns, rowsPerTurn } from "./forget-in-turns.ts";

const turnsMax = 2_000;

/** Deletes the stored responses that no caller can repeat any more, by the machine's clock. */
export const forgetOldRequests = (bank: Pick<Bank, "storage" | "clock">): Promise<void> =>
  forgetInTurns(bank.storage, turnsMax, [deleteSome(bank.clock.machineNow() - requestRetentionMs)]);

/**
 * The rows are locked when found, so that an id that is claimed again at the same time is not
 * deleted.
 */
const deleteSome = (before: number) =>
  sql`delete from request where (tpp_id, request_id) in (
    select tpp_id, request_id from request where created_at <= ${before}
    order by created_at limit ${rowsPerTurn} ${forUpdate})`;
