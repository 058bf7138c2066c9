import { describe, test } from "node:test";
import { all, run, sql } from "@varde/storage";
import { onlyWorld } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
} from "@varde/testkit/overlap";
import { aPayer } from "@varde/testkit/payments";
import { engines } from "@varde/testkit/storage";
import { type CountedCall, countUnattendedCall } from "../../src/accounts/count-unattended-call.ts";
import { isRefusal, type Refusal } from "../../src/request/refusal.ts";
import type { RequestContext } from "../../src/request/request-context.ts";

type Ending = CountedCall | Refusal;
type CallInvariant = Invariant<string, Ending, Ending>;

/** The account with one call left, and one that has not been read. */
const accountIds = ["almost-used-up", "unused"];

const countCalls = (bank: OverlapBank, consentId: string) =>
  bank.storage.read(() =>
    all<{ account_id: string; calls: bigint }>(
      sql`select account_id, (case when first_at > 0 then 1 else 0 end) +
          (case when second_at > 0 then 1 else 0 end) + (case when third_at > 0 then 1 else 0 end) +
          (case when last_at > 0 then 1 else 0 end) as calls
        from unattended_access where consent_id = ${consentId}`,
    ),
  );

/** LIM-20: one call is admitted, and a refused one is counted for no account. */
const countedOnce: CallInvariant = async ({ bank, given, a, b }) => {
  const isAdmitted = (one: typeof a) => one.status === "fulfilled" && !isRefusal(one.value);
  const failed = [a, b].find((one) => one.status === "rejected");
  if (failed?.status === "rejected") return String(failed.reason);
  if (isAdmitted(a) && isAdmitted(b)) return "five calls are admitted";
  const calls = await countCalls(bank, given);
  const counted = calls.map(({ account_id, calls }) => `${account_id} ${calls}`).sort();
  const expected = "almost-used-up 4, unused 1";
  return counted.join(", ") === expected ? undefined : `${counted.join(", ")} calls are counted`;
};

for (const engine of engines) {
  describe(`two processes that count a call without the PSU on ${engine}`, () => {
    test("F07, LIM-20: admit the last call once, for all accounts or none", async () => {
      await using bank = await anOverlapBank(engine);
      await aPayer(bank);
      const worldId = await onlyWorld(bank);
      const contextOf = (consentId: string): RequestContext =>
        ({
          received: { headers: new Map() },
          access: { consent: { worldId, consentId } },
          now: Date.now(),
        }) as unknown as RequestContext;
      const call = (consentId: string): Promise<Ending> =>
        countUnattendedCall("balances", accountIds, contextOf(consentId), bank.bank);
      let rounds = 0;
      await everyOverlap<string, Ending, Ending>({
        ...{ bank, a: call, b: call },
        prepare: async () => {
          rounds += 1;
          const consentId = `consent ${rounds}`;
          const at = (await bank.clock.now(worldId)) - 1_000;
          await bank.storage.write(() =>
            run(
              sql`insert into unattended_access (world_id, consent_id, account_id, kind, epoch,
                  first_at, second_at, third_at, last_at, last_of)
                values (${worldId}, ${consentId}, 'almost-used-up', 'balances', 0,
                  0, ${at}, ${at}, ${at}, '')`,
            ),
          );
          return consentId;
        },
        invariants: [countedOnce],
      });
    });
  });
}
