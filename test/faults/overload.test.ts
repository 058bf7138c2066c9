import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aTpp, headerValue, selfSigned } from "@varde/testkit/tpp";

test("L07: refuses a request above the limit with 503, and serves it when repeated", async () => {
  const bank = await aBank({ bank: { requestsInFlightMax: 1 } });
  try {
    const tpp = aTpp(bank);
    const read = await tpp.sign({ path: "/v1/sandbox/customers" });
    // A body that is never sent occupies the only slot.
    const slow = connect(Number(new URL(bank.addresses.http).port), "127.0.0.1");
    await once(slow, "connect");
    slow.write("POST /v1/consents HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");
    let response = await tpp.sendAgain(read);
    while (response.status === 200) response = await tpp.sendAgain(read);
    assert.equal(response.status, 503, response.text);
    assert.equal(response.headers["retry-after"], "1");
    assert.equal(response.json.tppMessages[0].code, "SYSTEM_ERROR");
    assert.equal((await fetch(`${bank.addresses.http}/health/ready`)).status, 200);
    slow.destroy();
    while (response.status === 503) response = await tpp.sendAgain(read);
    assert.equal(response.status, 200, response.text);
  } finally {
    await bank.close();
  }
});

test("L07: one TPP cannot use up the requests in flight of all", async () => {
  await using bank = await aBank({ bank: { requestsInFlightMax: 4 } });
  const greedy = aTpp(bank);
  const modest = aTpp(bank, selfSigned());
  const more = await greedy.sign({ path: "/v1/sandbox/customers" });
  const certificate = headerValue(more.headers, "tpp-signature-certificate");
  const held = Array.from({ length: 3 }, () => {
    const socket = connect(Number(new URL(bank.addresses.http).port), "127.0.0.1");
    socket.write(
      `POST /v1/consents HTTP/1.1\r\nHost: a\r\nTPP-Signature-Certificate: ${certificate}\r\n` +
        "Content-Length: 9\r\n\r\n",
    );
    return socket;
  });
  await once(held[2] as Socket, "data");
  assert.equal((await greedy.sendAgain(more)).status, 503);
  assert.equal((await modest.send({ path: "/v1/sandbox/customers" })).status, 200);
  for (const socket of held) socket.destroy();
});

test("LIM-21: serves any number of requests that follow each other", async () => {
  await using bank = await aBank({ bank: { requestsInFlightMax: 4 } });
  const tpp = aTpp(bank);
  for (let count = 0; count < 20; count += 1) {
    const response = await tpp.send({ path: "/v1/sandbox/customers" });
    assert.equal(response.status, 200, response.text);
  }
});
