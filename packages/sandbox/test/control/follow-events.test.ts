import assert from "node:assert/strict";
import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openControl } from "@varde/protocol/control-client";
import { aBank, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, idOf, ndct } from "@varde/testkit/payments";
import { aTpp } from "@varde/testkit/tpp";
import { createEventWriter, formatEvent } from "../../src/control/streams/event-writer.ts";

describe("too many event streams", () => {
  test("A35: are refused with the limit, until one is closed", async () => {
    await using bank = await aBank({ limits: { eventStreams: 4 }, expectsErrors: true });
    const open = async () => {
      const stop = new AbortController();
      const path = "/control/v1/requests/summaries";
      const response = await fetch(bank.addresses.http + path, { signal: stop.signal });
      return { response, stop };
    };
    const streams = [await open(), await open()];
    for (const { response } of streams) assert.equal(response.status, 200);
    const { response } = await open();
    assert.equal(response.status, 503);
    assert.equal(response.headers.get("retry-after"), "2");
    const { text } = (await response.json()) as { readonly text: string };
    assert.match(
      text,
      /^2 event streams are open, 2 of them from your address; there may be 4, and 2/,
    );
    streams[0]?.stop.abort();
    for (let status = 0; status !== 200; ) {
      const next = await open();
      status = next.response.status;
      streams.push(next);
    }
    for (const { stop } of streams) stop.abort();
  });
});

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

    test("sends summaries of stored and new requests, and that the world has changed", async () => {
      const payer = await aPayer(bank());
      const stored = await payer.create(ndct, aPayment());
      const control = openControl(bank().addresses.http, undefined);
      const stop = new AbortController();
      const query = { world: "Test TPP" };
      const kinds = new Set<string>();
      let created: string | undefined;
      const expected = () => [idOf(stored), created === undefined ? "" : idOf(created)];
      const seen: string[] = [];
      for await (const { event, data } of control.follow("/requests/summaries", {
        query,
        signal: stop.signal,
      })) {
        kinds.add(event);
        if (event === "summary") seen.push(...data.resources);
        if (event === "summary" && created === undefined && seen.includes(idOf(stored))) {
          created = await payer.create(ndct, aPayment());
        }
        if (expected().every((id) => seen.includes(id)) && kinds.has("changed")) break;
      }
      stop.abort();
      assert.deepEqual([...kinds].toSorted(), ["changed", "open", "summary"]);
    });
  });

  test("buffers few requests for a slow client, and reports how many were missed", async () => {
    const written: string[] = [];
    let goOn = (): void => undefined;
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        goOn = done;
      },
    });
    const write = createEventWriter(slow);
    const isWritten = async (count: number) => {
      while (written.length < count) await setImmediate();
    };
    for (let request = 1; request <= 1_500; request += 1) write(() => formatEvent("request", "{}"));
    await isWritten(1);
    assert.equal(written[0]?.match(/event: request/g)?.length, 1_001, "one write for many");
    for (let request = 1; request <= 1_000; request += 1) write(() => formatEvent("request", "{}"));
    assert.equal(slow.writableLength, written[0]?.length, "nothing waits behind the first write");
    const drained = once(slow, "drain");
    goOn();
    await drained;
    write(() => formatEvent("request", '{"last":1}'));
    await isWritten(2);
    assert.match(written[0] ?? "", /event: missed\ndata: {"requests":499}/);
    assert.equal(
      written[1],
      'event: missed\ndata: {"requests":1000}\n\nevent: request\ndata: {"last":1}\n\n',
    );
  });

  test("formats so many requests at once, so many a second, and always the latest", async () => {
    const limits = { atOnce: 100, perSecond: 200 };
    const client = new PassThrough();
    const startedAt = performance.now();
    const write = createEventWriter(client, limits);
    let formatted = 0;
    const send = async (count: number): Promise<string> => {
      for (let request = 1; request <= count; request += 1) {
        write(() => {
          formatted += 1;
          return formatEvent("request", String(request));
        });
      }
      return String((await once(client, "data"))[0]);
    };
    const first = await send(600);
    assert.equal(formatted, 101);
    assert.match(first, /^event: missed\ndata: {"requests":499}\n\nevent: request\ndata: 1\n/);
    assert.match(first, /data: 100\n\nevent: request\ndata: 600\n\n$/);
    assert.match(await send(600), /data: 600\n\n$/);
    const [more, seconds] = [formatted - 102, (performance.now() - startedAt) / 1_000];
    assert.ok(more > 0 && more <= limits.perSecond * seconds, `${more} more in ${seconds} s`);
  });
});
