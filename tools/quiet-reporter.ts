import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { noBrowser } from "@varde/testkit/browser/find-browser";
import { root } from "./source/list-files.ts";

type Failure = Extract<TestEvent, { type: "test:fail" }>["data"];
type Summary = Extract<TestEvent, { type: "test:summary" }>["data"];

/** Prints a line per file, each failure in full, and the totals in the form of Node's reporters. */
async function* quietReporter(events: AsyncIterable<TestEvent>) {
  let browserTests = 0;
  for await (const event of events) {
    if (event.type === "test:pass" && event.data.skip === noBrowser) browserTests += 1;
    if (event.type === "test:fail") yield formatFailure(event.data);
    if (event.type === "test:stderr") yield event.data.message;
    if (event.type === "test:summary") {
      yield event.data.file === undefined ? formatTotals(event.data) : formatFile(event.data);
    }
  }
  if (browserTests > 0) yield `${browserTests} browser tests were skipped. ${noBrowser}\n`;
}

function formatFailure({ name, file, line, details }: Failure) {
  const { error } = details;
  // A suite that fails because of one of its tests adds nothing to the test's own report.
  if ("failureType" in error && error.failureType === "subtestsFailed") return "";
  const place = file === undefined ? "" : ` (${relative(root, file)}:${line})`;
  return `\nnot ok: ${name}${place}\n${inspect(error.cause ?? error)}\n\n`;
}

function formatFile({ file, counts, success, duration_ms: durationMs }: Summary) {
  const verdict = success ? "ok" : "not ok";
  const path = relative(root, file ?? "");
  return `${verdict} ${path}: ${counts.passed} of ${counts.tests}, ${durationMs.toFixed(0)} ms\n`;
}

function formatTotals({ counts, duration_ms: durationMs }: Summary) {
  const { tests, suites, passed: pass, cancelled, skipped, todo } = counts;
  const fail = tests - pass - cancelled - skipped - todo;
  const totals = { tests, suites, pass, fail, cancelled, skipped, todo };
  const lines = Object.entries({ ...totals, duration_ms: durationMs });
  return `${lines.map(([name, value]) => `# ${name} ${value}`).join("\n")}\n`;
}

// biome-ignore lint/style/noDefaultExport: Node requires a default export from a reporter.
export { quietReporter as default };
