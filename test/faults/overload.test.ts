import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, test } from "node:test";
import type { TppRegister } from "@varde/bank";
import { aBank, aBankWithRegister } from "@varde/testkit/bank";
import { aTpp, formatRequest, type RawTpp, TestAuthority, tppName } from "@varde/testkit/tpp";

const path = "/v1/accounts";
/** The requests name no PSU. The check that says so comes after the verification. */
const served = 400;
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
  const readMetric = async (name: "requestsWaiting" | "requestsHalfSent"): Promise<number> => {
    await bank.metrics.read();
    return bank.metrics.value(name).value;
  };
  const held: Promise<unknown>[] = [];
  return {
    ...bank,
    greedy,
    modest: tppNumber(2),
    readMetric,
    /** Waits until so many requests wait for a place. */
    untilWaiting: async (count: number): Promise<void> => {
      while ((await readMetric("requestsWaiting")) !== count) await new Promise(setImmediate);
    },
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
  test("LIM-31: a request above the limit waits, and is served when there is a place", async () => {
    await using bank = await aSlowBank(1);
    await bank.hold(1, "192.0.2.1");
    const response = bank.modest.send(forwarded("192.0.2.2"));
    await bank.untilWaiting(1);
    await bank.release();
    assert.equal((await response).status, served);
    assert.equal(bank.metrics.value("notAdmitted", "overload").value, 0);
  });

  test("LIM-31: refuses a request after 800 ms, and serves it when repeated", async () => {
    await using bank = await aSlowBank(1);
    await bank.hold(1, "192.0.2.1");
    const read = await bank.modest.sign(forwarded("192.0.2.2"));
    const startedAt = performance.now();
    let response = await bank.modest.sendAgain(read);
    assert(performance.now() - startedAt >= 790, "it did not wait");
    assert.equal(response.status, 503, response.text);
    assert.equal(response.headers["retry-after"], "1");
    assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
    assert.equal((await fetch(`${bank.address}/health/ready`)).status, 200);
    await bank.release();
    response = await bank.modest.sendAgain(read);
    assert.equal(response.status, served, response.text);
  });

  test("LIM-31: one TPP cannot use up the places in flight of all, from any address", async () => {
    await using bank = await aSlowBank(4);
    await bank.hold(1, "192.0.2.1");
    await bank.hold(1, "192.0.2.2");
    const third = bank.greedy.send(forwarded("192.0.2.3"));
    await bank.untilWaiting(1);
    assert.equal((await bank.modest.send(forwarded("192.0.2.1"))).status, served);
    assert.equal((await third).status, 503);
    await bank.release();
  });

  test("LIM-31: one TPP cannot use up the waiting places of all", async () => {
    await using bank = await aSlowBank(1);
    await bank.hold(1, "192.0.2.1");
    // Two may wait, one of each TPP.
    const waiting = bank.greedy.send(forwarded("192.0.2.3"));
    await bank.untilWaiting(1);
    const refused = await bank.greedy.send(forwarded("192.0.2.4"));
    assert.equal(refused.status, 503);
    const modest = bank.modest.send(forwarded("192.0.2.2"));
    await bank.untilWaiting(2);
    await bank.release();
    assert.equal((await modest).status, served);
    assert.equal((await waiting).status, served);
  });

  test("A30: whole requests wait and are served beside half-sent ones", async () => {
    await using bank = await aSlowBank(1);
    await bank.hold(1, "192.0.2.1");
    const port = Number(new URL(bank.address).port);
    const halfSent = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = connect(port, "127.0.0.1");
        await once(socket, "connect");
        socket.write("POST /v1/consents HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{");
        return socket;
      }),
    );
    while ((await bank.readMetric("requestsHalfSent")) < 20) await new Promise(setImmediate);
    assert.equal(await bank.readMetric("requestsWaiting"), 0);
    const whole = [bank.greedy, bank.modest].map((tpp) => tpp.send(forwarded("192.0.2.2")));
    await bank.untilWaiting(2);
    await bank.release();
    for (const { status } of await Promise.all(whole)) assert.equal(status, served);
    for (const socket of halfSent) socket.destroy();
  });

  test("LIM-31: reads no further request from a connection whose request waits", async () => {
    await using bank = await aSlowBank(1);
    await bank.hold(1, "192.0.2.1");
    const socket = connect(Number(new URL(bank.address).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("latin1").on("data", (text) => {
      received += text;
    });
    const { method, path: target, headers } = await bank.modest.sign(forwarded("192.0.2.2"));
    const request = formatRequest(method, target, headers);
    socket.write(request);
    await bank.untilWaiting(1);
    socket.write(request);
    // By the time of these responses the bank has had the second request for long.
    for (let count = 0; count < 3; count += 1) await fetch(`${bank.address}/health/live`);
    assert.equal(await bank.readMetric("requestsWaiting"), 1);
    await bank.release();
    while (received.match(/HTTP\/1\.1 400/g)?.length !== 2) await once(socket, "data");
    socket.destroy();
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
