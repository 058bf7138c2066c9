import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Engine, StorageLocation } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { freshDatabase } from "@varde/testkit/postgres";
import { atScale } from "@varde/testkit/rounds";
import { checkPromises } from "./check-promises.ts";
import { startCuttingProxy } from "./cutting-proxy.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = atScale({ slice: 8, long: 32 });
const paymentsMin = atScale({ slice: 24, long: 96 });

describe("F05", () => {
  for (const engine of ["sqlite", "postgres"] as const) {
    test(`F05: on ${engine}, a retry after a lost response has no second effect`, () =>
      atLocation(engine, async (location) => {
        const bank = await aBank({ expectsErrors: true, location });
        const proxy = await startCuttingProxy(bank.addresses.http);
        try {
          const crowd = await PayingCrowd.gather(bank.addresses.http, clientsAtOnce);
          crowd.use(proxy.url);
          const isEnough = () => crowd.orders.length >= paymentsMin;
          do await crowd.work(isEnough);
          while (crowd.ordersInDoubt.length > 0);
          await crowd.untilBooked();
          await checkPromises(bank.storage, crowd.orders);
          // Every creation, deletion, authorisation and approval was cut once.
          const signed = crowd.orders.filter((order) => order.plan === "sign");
          const deleted = crowd.orders.filter((order) => order.plan === "delete");
          assert.equal(proxy.cuts, crowd.orders.length + deleted.length + 2 * signed.length);
          assert.ok(signed.every((order) => order.signing === "found"));
        } finally {
          await proxy.close();
          await bank.close();
        }
      }));
  }
});

async function atLocation(
  engine: Engine,
  body: (location: StorageLocation) => Promise<void>,
): Promise<void> {
  if (engine === "sqlite") return body({ engine, memory: true });
  const database = await freshDatabase();
  try {
    await body({ engine, url: database.url });
  } finally {
    await database.drop();
  }
}
