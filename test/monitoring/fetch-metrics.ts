import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** A line with a value in the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ParsedMetrics {
  /** The type of each metric, by name. */
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
}

const sampleForm = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)$/;
const labelForm = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;
const escapes: Readonly<Record<string, string>> = { "\\n": "\n", '\\"': '"', "\\\\": "\\" };

/** Parses the text format of Prometheus strictly: every metric has HELP and TYPE, in this order. */
const readSamples = (page: string): ParsedMetrics => {
  assert.ok(page.endsWith("\n"), "the last line ends with a line feed");
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  let helped = "";
  let current = "";
  for (const line of page.slice(0, -1).split("\n")) {
    if (line.startsWith("# HELP ")) {
      helped = line.split(" ")[2] ?? "";
      assert.ok(!types.has(helped), `${helped} is described once`);
    } else if (line.startsWith("# TYPE ")) {
      const [, , name = "", type = ""] = line.split(" ");
      assert.equal(name, helped, "TYPE follows HELP");
      types.set(name, type);
      current = name;
    } else {
      const sample = parseSample(line);
      const ends = types.get(current) === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      assert.ok(
        ends.some((end) => sample.name === current + end),
        line,
      );
      const key = line.slice(0, line.lastIndexOf(" "));
      assert.ok(!seen.has(key), `${key} occurs once`);
      seen.add(key);
      samples.push(sample);
    }
  }
  return { types, samples };
};

const parseSample = (line: string): Sample => {
  const match = sampleForm.exec(line);
  assert.ok(match, line);
  const [, name = "", labelText = "", number = ""] = match;
  const labels: Record<string, string> = {};
  labelForm.lastIndex = 0;
  let end = 0;
  while (end < labelText.length) {
    const [whole, label = "", value = ""] = labelForm.exec(labelText) ?? assert.fail(line);
    labels[label] = value.replace(/\\[\\"n]/g, (escaped) => escapes[escaped] ?? "");
    end += whole.length;
  }
  return { name, labels, value: Number(number.replace("Inf", "Infinity")) };
};

/** Adds up the series of a metric that have these labels; 0 if there are none. */
export const sumSeries = (
  { samples }: ParsedMetrics,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0);

/**
 * Fetches and parses the metrics of a running bank, on a connection of its own: a test that blocks
 * the event loop could otherwise reuse one that the bank has closed.
 */
export const fetchMetrics = async (address: string): Promise<ParsedMetrics> => {
  const [response] = (await once(get(`${address}/metrics`, { agent: false }), "response")) as [
    IncomingMessage,
  ];
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
  return readSamples(await text(response));
};
