import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TppRegister } from "@varde/bank";
import { aBank, aBankWithRegister } from "@varde/testkit/bank";
import { aTpp, type RawTpp, TestAuthority, tppName } from "@varde/testkit/tpp";

const path = "/v1/accounts";
const authority = new TestAuthority();
const greedyName = "PSDNO-FSA-310000001";

/** Starts a bank that holds the requests of one TPP, once they are verified, until it is closed. */
const aSlowBank = async (requestsInFlightMax: number) => {
  const bank = await aBankWithRegister({
    requestsInFlightMax,
    anchors: [authority.certificate],
    trustedProxies: ["127.0.0.1"],
  });
  const released = Promise.withResolvers<void>();
  let heldCount = 0;
  const admit: TppRegister["admit"] = async ({ identifier }) => {
    if (identifier === greedyName) {
      heldCount += 1;
      await released.promise;
    }
    return { isAdmitted: true };
  };
  bank.register.admit = admit;
  const tppNumber = (number: number): RawTpp =>
    aTpp(
      { addresses: { http: bank.address } },
      authority.issue({ subject: tppName(`TPP ${number}`, String(310_000_000 + number)) }),
    );
  const greedy = tppNumber(1);
  const held: Promise<unknown>[] = [];
  return {
    ...bank,
    greedy,
    modest: tppNumber(2),
    /** Sends requests of the greedy TPP, and waits until all are in flight. */
    hold: async (count: number, from?: string): Promise<void> => {
      const wanted = heldCount + count;
      let isOver = false;
      for (let sent = 0; sent < count; sent += 1) {
        const response = greedy.send(forwarded(from));
        response.finally(() => {
          isOver = true;
        });
        held.push(response);
      }
      while (heldCount < wanted && !isOver) await new Promise(setImmediate);
      assert.equal(heldCount, wanted, "a request was not held");
    },
    release: async (): Promise<void> => {
      released.resolve();
      await Promise.all(held.splice(0));
    },
  };
};

/** A request that came from this address, as the bank's own proxy says. */
const forwarded = (from: string | undefined) => ({
  path,
  headers: from === undefined ? {} : { "X-Forwarded-For": from },
});

describe("overload", () => {
  test("L07: refuses a request above the limit with 503, and serves it when repeated", async () => {
    await using bank = await aSlowBank(1);
    await bank.hold(1, "192.0.2.1");
    const read = await bank.modest.sign(forwarded("192.0.2.2"));
    let response = await bank.modest.sendAgain(read);
    assert.equal(response.status, 503, response.text);
    assert.equal(response.headers["retry-after"], "1");
    assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
    assert.equal((await fetch(`${bank.address}/health/ready`)).status, 200);
    await bank.release();
    response = await bank.modest.sendAgain(read);
    assert.notEqual(response.status, 503, response.text);
  });

  test("L07: one TPP cannot use up the requests in flight of all, from any address", async () => {
    await using bank = await aSlowBank(4);
    await bank.hold(1, "192.0.2.1");
    await bank.hold(1, "192.0.2.2");
    assert.equal((await bank.greedy.send(forwarded("192.0.2.3"))).status, 503);
    assert.notEqual((await bank.modest.send(forwarded("192.0.2.1"))).status, 503);
    await bank.release();
  });

  test("LIM-21: serves any number of requests that follow each other", async () => {
    await using bank = await aBank({ bank: { requestsInFlightMax: 4 } });
    const tpp = aTpp(bank);
    for (let count = 0; count < 20; count += 1) {
      const response = await tpp.send({ path: "/v1/sandbox/customers" });
      assert.equal(response.status, 200, response.text);
    }
  });
});
