import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";

test("LIM-28: a half-sent body takes no place among the requests in flight", async () => {
  await using bank = await aBank({ bank: { requestsInFlightMax: 1 } });
  const slow = connect(Number(new URL(bank.addresses.http).port), "127.0.0.1");
  await once(slow, "connect");
  slow.write("POST /v1/consents HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{");
  const readHalfSent = async (): Promise<number> => {
    await bank.bank.metrics.read();
    return bank.bank.metrics.value("requestsHalfSent").value;
  };
  while ((await readHalfSent()) !== 1) await new Promise(setImmediate);
  const tpp = aTpp(bank);
  for (let count = 0; count < 5; count += 1) {
    const response = await tpp.send({ path: "/v1/sandbox/customers" });
    assert.equal(response.status, 200, response.text);
  }
  slow.destroy();
});
