import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";

test("L07: a request there is no room for is told 503, and served when sent again", async () => {
  const bank = await aBank({ bank: { requestsInFlightMax: 1 } });
  try {
    const tpp = aTpp(bank);
    const read = await tpp.sign({ path: "/v1/sandbox/customers" });
    // A body that is never sent keeps the only place there is.
    const slow = connect(Number(new URL(bank.addresses.http).port), "127.0.0.1");
    await once(slow, "connect");
    slow.write("POST /v1/consents HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");
    let answer = await tpp.sendAgain(read);
    while (answer.status === 200) answer = await tpp.sendAgain(read);
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.headers["retry-after"], "1");
    assert.equal(answer.json.tppMessages[0].code, "SYSTEM_ERROR");
    assert.equal((await fetch(`${bank.addresses.http}/health/ready`)).status, 200);
    slow.destroy();
    while (answer.status === 503) answer = await tpp.sendAgain(read);
    assert.equal(answer.status, 200, answer.text);
  } finally {
    await bank.close();
  }
});
