import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { one, sql } from "@varde/storage";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, TestAuthority, tppName } from "@varde/testkit/tpp";

const certificates = atScale({ slice: 20, long: 1_000 });
const bytesMax = 100_000;
const authority = new TestAuthority();

/** Returns the size of the bank's database. */
const countBytes = async ({ storage }: TestBank): Promise<number> => {
  const row = await storage.read(() =>
    one<{ bytes: bigint }>(
      storage.engine === "sqlite"
        ? sql`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
        : sql`select pg_database_size(current_database()) as bytes`,
    ),
  );
  return Number(row?.bytes ?? 0n);
};

/** Sends the requests of a TPP that never completes an SCA. */
const makeFirstCalls = async (bank: TestBank, number: number): Promise<void> => {
  const subject = tppName(`TPP ${number}`, String(310_000_000 + number));
  const identity = authority.issue({ subject });
  const tpp = aTpp(bank, identity);
  const headers = callHeaders(randomUUID());
  const listed = await tpp.send({ path: "/v1/sandbox/customers" });
  assert.equal(listed.status, 200, listed.text);
  const refused = await tpp.send({ path: "/v1/accounts", headers });
  assert.equal(refused.status, 401, refused.text);
  const payment = {
    path: ndct,
    body: aPayment(),
    headers: { ...headers, "PSU-Context": "PRIVATE" },
  };
  const created = await tpp.send(payment);
  assert.equal(created.status, 201, created.text);
};

describe("new certificates", () => {
  withBankOnBothEngines(
    (bank) => {
      test(`A23: ${certificates} new certificates cost at most 100 kB each`, async () => {
        await makeFirstCalls(bank(), 0);
        const before = await countBytes(bank());
        for (let number = 1; number <= certificates; number += 1)
          await makeFirstCalls(bank(), number);
        const each = ((await countBytes(bank())) - before) / certificates;
        assert.ok(each <= bytesMax, `each costs ${each} bytes`);
        assert.equal((await bank().listWorlds()).length, certificates + 1);
      });
    },
    { bank: { anchors: [authority.certificate] } },
  );
});
