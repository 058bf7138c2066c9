import { forUpdate, sql } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { requestKeptMs } from "../idempotency/request-store.ts";
import { forgetInTurns, rowsPerTurn } from "./forget-in-turns.ts";

const turnsMax = 2_000;

/** Takes away the answers that no caller can ask for again, by the machine's clock. */
export const forgetOldRequests = (bank: Pick<Bank, "storage" | "clock">): Promise<void> =>
  forgetInTurns(bank.storage, turnsMax, [deleteSome(bank.clock.machineNow() - requestKeptMs)]);

/** Locked where they are found: an id that is claimed anew at this moment stays claimed. */
const deleteSome = (before: number) =>
  sql`delete from request where (tpp_id, request_id) in (
    select tpp_id, request_id from request where created_at <= ${before}
    order by created_at limit ${rowsPerTurn} ${forUpdate})`;
