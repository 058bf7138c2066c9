import assert from "node:assert/strict";
import { test } from "node:test";
import { createSampler } from "../../src/telemetry/sampler.ts";
import { newTraceId } from "../../src/telemetry/trace-context.ts";
import { Tracer } from "../../src/telemetry/tracer.ts";

type Settings = Parameters<typeof createSampler>[0];

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";

/** Returns the traceparent that continues a request, with the flags 01 or 00. */
const follow = (
  sampler: Settings["telemetry.sampler"],
  samplingRatio: number,
  headers: Readonly<Record<string, string>>,
): string | undefined => {
  const settings = { "telemetry.sampler": sampler, "telemetry.samplingRatio": samplingRatio };
  const tracer = new Tracer({ sample: createSampler(settings), record: () => {} });
  return tracer.begin(headers)?.run(() => tracer.headers().traceparent);
};

const parentWith = (flags: string) => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` });

test("samples by its own ratio, whatever a stranger has decided", () => {
  for (const flags of ["00", "01"]) {
    assert.match(follow("traceidratio", 1, parentWith(flags)) ?? "", /^00-4bf92f.*-01$/);
    assert.match(follow("traceidratio", 0, parentWith(flags)) ?? "", /^00-4bf92f.*-00$/);
    assert.match(follow("always_on", 0, parentWith(flags)) ?? "", /-01$/);
    assert.match(follow("always_off", 1, parentWith(flags)) ?? "", /-00$/);
  }
});

test("lets the caller decide only if the sampler is based on the parent", () => {
  assert.match(follow("parentbased_traceidratio", 0, parentWith("01")) ?? "", /-01$/);
  assert.match(follow("parentbased_always_on", 1, parentWith("00")) ?? "", /-00$/);
  assert.match(follow("parentbased_always_on", 0, {}) ?? "", /-01$/);
  assert.match(follow("parentbased_always_off", 1, {}) ?? "", /-00$/);
});

test("samples the configured share of trace ids, and the same ids in every process", () => {
  const sampler = { "telemetry.sampler": "traceidratio", "telemetry.samplingRatio": 0.25 } as const;
  const ids = Array.from({ length: 10_000 }, newTraceId);
  const sampled = ids.filter((id) => createSampler(sampler)(id, undefined));
  assert.ok(Math.abs(sampled.length - 2_500) < 300, String(sampled.length));
  assert.deepEqual(
    sampled,
    ids.filter((id) => createSampler(sampler)(id, undefined)),
  );
});

test("drops a malformed tracestate and accepts a later version of traceparent", () => {
  const tracer = new Tracer();
  const states = ["a", "A=b", "a=b,a=c", `a=${"x".repeat(600)}`, "a=\u00e5", "a=b, ,c=d "];
  const traceparent = `cc-${traceId}-00f067aa0ba902b7-01-later`;
  const followed = states.map((tracestate) =>
    tracer.begin({ traceparent, tracestate })?.run(() => tracer.headers()),
  );
  const passed = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  assert.deepEqual(followed, [
    ...states.slice(1).map(() => passed),
    { ...passed, tracestate: "a=b,c=d" },
  ]);
});

test("names the error of a failed call, and not its message", async () => {
  const spans: object[] = [];
  const tracer = new Tracer({ sample: () => true, record: (more) => spans.push(...more) });
  const coreBank = {
    findAccount: async () => {
      throw new TypeError("account 99901010028");
    },
    quote: () => 1,
  };
  const traced = tracer.tracePorts({ coreBank } as never).coreBank;
  await assert.rejects(async () => traced.findAccount("bank", {} as never), TypeError);
  traced.quote({} as never);
  assert.equal(spans.length, 1);
  const text = JSON.stringify(spans);
  assert.match(text, /"name":"coreBank.findAccount".*"error.type":"TypeError".*"isError":true/);
  assert.doesNotMatch(text, /99901010028/);
});
