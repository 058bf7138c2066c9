import assert from "node:assert/strict";
import { test } from "node:test";
import { CollectorClient } from "../../src/telemetry/collector-client.ts";
import { startReceiver } from "./otlp-receiver.ts";

const settings = { "telemetry.headers": undefined, "telemetry.timeoutMs": 5_000 };
const nothing = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans: [] }] }] };

const refusals = [
  [[503, "{}"], "the collector returned 503"],
  [[400, "not JSON"], "the collector returned 400"],
  [[200, '{"partialSuccess":{"rejectedSpans":"2"}}'], "the collector rejected 2 of traces"],
  [[200, '{"partialSuccess":{"rejectedDataPoints":7}}'], "the collector rejected 7 of traces"],
] as const;

for (const [response, message] of refusals) {
  test(`rejects with "${message}"`, async () => {
    await using collector = await startReceiver(() => response);
    const client = new CollectorClient(collector.url, settings);
    await assert.rejects(client.send("traces", nothing), { message });
  });
}

test("resolves if the collector accepts everything", async () => {
  await using collector = await startReceiver(() => [
    200,
    '{"partialSuccess":{"rejectedSpans":"0"}}',
  ]);
  await new CollectorClient(collector.url, settings).send("traces", nothing);
});
