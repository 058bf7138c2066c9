import assert from "node:assert/strict";
import { once } from "node:events";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, idOf, ndct } from "@varde/testkit/payments";
import { aTpp } from "@varde/testkit/tpp";
import { requestSender } from "../../src/control/request-sender.ts";

describe("the event stream", () => {
  withBankOnBothEngines((bank) => {
    test("sends the events of its world as they happen, and none of another world", async () => {
      const payer = await aPayer(bank());
      const other = await bank().authority.issueTppCertificate({
        name: "Other TPP",
        organisationNumber: "310000001",
        roles: ["PSP_PI"],
        kind: "working",
      });
      const stop = new AbortController();
      const stream = await fetch(`${bank().addresses.http}/control/v1/events?world=Test%20TPP`, {
        signal: stop.signal,
      });
      const foreign = await aTpp(bank(), other).send({
        path: ndct,
        headers: {
          "x-accept-fix": "amount-as-string",
          "PSU-Context": "PRIVATE",
          "TPP-Session-ID": "other-session",
          "TPP-Redirect-URI": "https://tpp.example/back",
          "PSU-IP-Address": "192.0.2.1",
        },
        body: aPayment(),
      });
      assert.equal(foreign.status, 201, foreign.text);
      const payment = await payer.create(ndct, aPayment());
      let seen = "";
      for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
        seen += Buffer.from(chunk).toString("utf8");
        if (/event: request/.test(seen) && seen.includes(`"subjectId":"${idOf(payment)}"`)) break;
      }
      stop.abort();
      assert.match(seen, /event: event\ndata: .*"name":"created"/);
      assert.ok(!seen.includes(foreign.json.paymentId));
    });
  });

  test("buffers no requests for a slow client, and reports how many were missed", async () => {
    const written: string[] = [];
    let goOn = (): void => undefined;
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        goOn = done;
      },
    });
    const send = requestSender(slow);
    for (let request = 1; request <= 1_000; request += 1) send({ request });
    assert.ok(slow.writableLength < 100, `${slow.writableLength} bytes are held`);
    const drained = once(slow, "drain");
    goOn();
    await drained;
    send({ request: 1_001 });
    goOn();
    assert.deepEqual(written, [
      'event: request\ndata: {"request":1}\n\n',
      'event: missed\ndata: {"requests":999}\n\n',
      'event: request\ndata: {"request":1001}\n\n',
    ]);
  });
});
