import { run, sql } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { requestKeptMs } from "./request-store.ts";

/** So few that nobody waits long behind a unit that deletes. */
const rowsPerTurn = 500;
/** What is left after so many turns is for the next time. */
const turnsMax = 2_000;

/** Takes away the answers that no caller can ask for again, a little at a time. */
export const forgetOldRequests = async (bank: Pick<Bank, "storage" | "clock">): Promise<void> => {
  const before = bank.clock.machineNow() - requestKeptMs;
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const [gone = 0n] = await bank.storage.write(() => run(deleteSome(before)));
    if (gone < rowsPerTurn) return;
  }
};

const deleteSome = (before: number) =>
  sql`delete from request where (tpp_id, request_id) in (
    select tpp_id, request_id from request where created_at <= ${before}
    order by created_at limit ${rowsPerTurn})`;
