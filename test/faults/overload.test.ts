import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";

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
