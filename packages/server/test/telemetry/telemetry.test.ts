import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { requestLog } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freePort } from "@varde/testkit/processes";
import { callHeaders, kari, PageBrowser } from "@varde/testkit/psu";
import { type RecordedCoreBank, ServerFolder, startRecordedCoreBank } from "@varde/testkit/server";
import { RawTpp } from "@varde/testkit/tpp";
import { loadServerSettings } from "../../src/index.ts";
import { serveBank } from "../../src/serve-bank.ts";
import { startReceiver } from "./otlp-receiver.ts";

const callerTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerSpan = "00f067aa0ba902b7";
const traceparent = `00-${callerTrace}-${callerSpan}-01`;
const serverKind = 2;
const clientKind = 3;

const debtor = "99901010028";
const creditor = { name: "Ola Bråten", bban: "99901010117" };

const payment = {
  path: `${ndct}?allowLogicalDuplicate=true`,
  body: aPayment({
    debtorAccount: { bban: debtor, currency: "NOK" },
    creditorName: creditor.name,
    creditorAccount: { bban: creditor.bban, currency: "NOK" },
  }),
  headers: {
    ...callHeaders(),
    "PSU-Context": "PRIVATE",
  },
};

let core: RecordedCoreBank;

/** Starts a bank whose core bank is behind HTTP, and returns the calls to it. */
const startPlace = async (
  telemetry: object,
  environment: Readonly<Record<string, string>> = {},
) => {
  await using stack = new AsyncDisposableStack();
  core.calls.length = 0;
  const folder = stack.use(new ServerFolder());
  const without = "({ coreBank: _, psuDirectory: __, ...ports }) => ports);";
  folder.write("others.mjs", folder.read("ports.mjs").replace(/;\n$/, `.then(${without}`));
  const coreBank = { url: core.url };
  const file = folder.configure({ module: "others.mjs", coreBank, telemetry });
  const log = requestLog();
  const bank = await serveBank(loadServerSettings(file, environment), { logTo: log.logTo });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await bank.close();
    isClosed = true;
  };
  stack.defer(close);
  const address = bank.addresses.http ?? "";
  const opened = stack.move();
  return {
    ...{ bank, calls: core.calls, log, address, close, tpp: new RawTpp(address, folder.tpp) },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/** Series that do not change after the last request of a TPP or a PSU. */
const comparable = /^varde_(?:responses_total|request_duration|stage_).*"(?!GET \/(?:metrics))/;

const approve = async (address: string, link: string): Promise<PageBrowser> => {
  const browser = new PageBrowser(address);
  await browser.open(new URL(link).pathname);
  await browser.submit({ customerNumber: kari.customerNumber });
  await browser.submit({ decision: "approve" }, "approve");
  return browser;
};

describe("telemetry of a bank", () => {
  before(async () => {
    core = await startRecordedCoreBank();
  });
  after(() => core[Symbol.asyncDispose]());

  test("continues the caller's trace to the core bank, in spans and in the log", async () => {
    await using collector = await startReceiver();
    await using place = await startPlace({ endpoint: collector.url });
    const headers = {
      ...payment.headers,
      traceparent,
      tracestate: "gateway=a1,tpp=b2",
      baggage: "customer=kari",
    };
    const created = await place.tpp.send({ ...payment, headers });
    assert.equal(created.status, 201, created.text);
    await place.close();

    const spans = collector.spans.filter(({ traceId }) => traceId === callerTrace);
    const request = spans.find(({ kind }) => kind === serverKind);
    assert.ok(request !== undefined);
    assert.deepEqual(
      { ...request, spanId: "", start: 0n, end: 0n },
      {
        traceId: callerTrace,
        spanId: "",
        parentSpanId: callerSpan,
        traceState: "gateway=a1,tpp=b2",
        name: "POST /v1/{service}/{product}",
        kind: serverKind,
        start: 0n,
        end: 0n,
        attributes: {
          "http.request.method": "POST",
          "http.route": "/v1/{service}/{product}",
          "http.response.status_code": 201,
          "varde.operation": "createPayment",
          "varde.tpp": "PSDNO-FSA-987654321",
        },
        isError: false,
      },
    );
    const inside = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    const stages = inside.filter(({ kind }) => kind !== clientKind);
    assert.deepEqual(
      stages.map(({ name }) => name),
      ["body", "checks", "useCase", "response"],
    );
    const calls = inside.filter(({ kind }) => kind === clientKind);
    assert.ok(calls.some(({ name }) => name === "coreBank.findAccount"));
    for (const span of inside) assert.ok(span.start >= request.start && span.end <= request.end);

    const sent = place.calls.filter(({ headers: { traceparent: parent = "" } }) =>
      parent.includes(callerTrace),
    );
    assert.deepEqual(
      sent.map((call) => call.headers.traceparent),
      calls.map(({ spanId }) => `00-${callerTrace}-${spanId}-01`),
    );
    for (const call of sent) assert.equal(call.headers.tracestate, "gateway=a1,tpp=b2");
    for (const call of place.calls) assert.equal(call.headers.baggage, undefined);
    const line = place.log.lines.find(({ operation }) => operation === "createPayment");
    assert.equal(line?.traceId, callerTrace);
  });

  test("follows the approval of a payment, from the page to the core bank", async () => {
    await using collector = await startReceiver();
    await using place = await startPlace({ endpoint: collector.url });
    const created = await place.tpp.send(payment);
    await approve(place.address, created.json._links.scaRedirect.href);
    const read = await place.tpp.send({ path: `${ndct}/${created.json.paymentId}/status` });
    assert.equal(read.json.transactionStatus, "ACSC", read.text);
    const page = await (await fetch(`${place.address}/metrics`)).text();
    await place.close();

    const submitted = collector.spans.find(({ name }) => name === "coreBank.submitAll");
    const posted = collector.spans.find(({ spanId }) => spanId === submitted?.parentSpanId);
    assert.equal(posted?.name, "POST /sca/:secret");
    assert.equal(posted.attributes["http.response.status_code"], 200);
    assert.equal(posted.parentSpanId, undefined);
    const call = place.calls.find(({ path }) => path.endsWith("/instructions/submit"));
    assert.equal(call?.headers.traceparent, `00-${posted.traceId}-${submitted?.spanId}-01`);

    const secrets = {
      customer: kari.customerNumber,
      debtor,
      creditor: creditor.bban,
      name: creditor.name,
      paymentId: created.json.paymentId,
      link: new URL(created.json._links.scaRedirect.href).pathname.split("/").at(-1),
      address: "192.0.2.1",
    };
    for (const [what, secret] of Object.entries(secrets)) {
      const found = collector.texts.find((sent) => sent.includes(secret));
      assert.equal(found, undefined, `${what} ${secret}`);
    }

    const lines = page.split("\n").filter((line) => comparable.test(line));
    assert.ok(lines.length > 50, String(lines.length));
    assert.deepEqual(
      lines.filter((line) => !collector.metricLines.has(line)),
      [],
    );
  });

  test("ignores a hostile traceparent and never refuses the request", async () => {
    await using collector = await startReceiver();
    await using place = await startPlace({ endpoint: collector.url });
    const hostile = [
      "",
      "00",
      traceparent.toUpperCase(),
      `${traceparent}-more`,
      `ff${traceparent.slice(2)}`,
      `00-${"0".repeat(32)}-${callerSpan}-01`,
      `00-${callerTrace}-${"0".repeat(16)}-01`,
      `01${traceparent.slice(2)}-${"x".repeat(2_000)}`,
      [traceparent, traceparent],
    ];
    for (const header of hostile) {
      const { status, text } = await place.tpp.send({
        ...payment,
        tamper: (headers) => {
          headers.traceparent = header;
          headers.tracestate = "a=b";
        },
      });
      assert.equal(status, 201, text);
    }
    await place.close();
    const requests = collector.spans.filter(({ kind }) => kind === serverKind);
    assert.equal(requests.length, hostile.length);
    for (const { traceId, parentSpanId, traceState } of requests) {
      assert.notEqual(traceId, callerTrace);
      assert.deepEqual([parentSpanId, traceState], [undefined, undefined]);
    }
    assert.equal(new Set(requests.map(({ traceId }) => traceId)).size, hostile.length);
  });

  test("reads the variables of OpenTelemetry, and sends headers and resource", async () => {
    await using collector = await startReceiver();
    await using place = await startPlace(
      { resourceAttributes: ["replaced=yes"] },
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20YTpi,x-tenant=psd2",
        OTEL_SERVICE_NAME: "fjordbanken",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test, service.namespace=a%2Cb",
        OTEL_METRIC_EXPORT_INTERVAL: "100",
        OTEL_TRACES_EXPORTER: "none",
      },
    );
    while (collector.texts.length < 2) await fetch(`${place.address}/health/live`);
    assert.ok(collector.texts.every((text) => text.includes("service.instance.id")));
    const { authorization, "x-tenant": tenant } = collector.headers[0] ?? {};
    assert.deepEqual([authorization, tenant], ["Basic YTpi", "psd2"]);
    const { "service.instance.id": instance, ...resource } = collector.resources[0] ?? {};
    assert.match(String(instance), /^[0-9a-f-]{36}$/);
    assert.deepEqual(resource, {
      "service.name": "fjordbanken",
      "process.pid": process.pid,
      "deployment.environment.name": "test",
      "service.namespace": "a,b",
    });
    assert.deepEqual(collector.spans, []);
  });

  test("passes the caller's trace on unchanged if no collector is configured", async () => {
    await using place = await startPlace({});
    const headers = { ...payment.headers, traceparent, tracestate: "a=b" };
    assert.equal((await place.tpp.send({ ...payment, headers })).status, 201);
    assert.equal((await place.tpp.send(payment)).status, 201);
    const sent = place.calls.filter(({ headers: { traceparent: parent } }) => parent !== undefined);
    assert.ok(sent.length > 0 && sent.length < place.calls.length);
    for (const call of sent) {
      assert.deepEqual([call.headers.traceparent, call.headers.tracestate], [traceparent, "a=b"]);
    }
    const [followed, other] = place.log.lines.filter(({ operation }) => operation);
    assert.deepEqual([followed?.traceId, other?.traceId], [callerTrace, undefined]);
  });

  test("serves on while the collector is unreachable, counts that, and warns once", async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    await using place = await startPlace({ endpoint, intervalMs: 100 });
    assert.equal((await place.tpp.send(payment)).status, 201);
    const { metrics } = place.bank.bank.bank;
    const failed = metrics.value("telemetryExports", "metrics", "failed");
    while (failed.value < 2) await fetch(`${place.address}/health/live`);
    await place.close();
    const warnings = place.log.all.filter(({ msg }) => msg === "telemetry export failed");
    assert.deepEqual(
      warnings.map(({ reason }) => reason),
      ["ECONNREFUSED"],
    );
    assert.ok(metrics.value("telemetrySpansDropped").value > 5);
  });
});
