import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { root } from "../source/list-files.ts";
import { type CpuTime, readCpuTime } from "./cpu-time.ts";
import { emptyReport, type Report } from "./messages.ts";

type Result = Extract<TestEvent, { type: "test:pass" | "test:fail" }>;
type Failure = Extract<TestEvent, { type: "test:fail" }>["data"];

const cancellations = new Set(["cancelledByParent", "testAborted"]);

/** Sends one report per file to the process that started this one. Prints nothing. */
async function* workerReporter(events: AsyncIterable<TestEvent>) {
  // Its first file is charged for the start of the process, too.
  let file = new FileResult({ waitedForMs: 0, furtherMs: 0 });
  for await (const event of events) {
    if (event.type === "test:dequeue") send({ kind: "running", title: event.data.name });
    if (event.type === "test:diagnostic" && event.data.nesting > 0) file.note(event.data.message);
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    if (event.data.nesting > 0) file.add(event);
    else {
      send(file.close(event));
      file = new FileResult(readCpuTime());
    }
  }
  yield "";
}

const send = (report: Report) => void process.send?.(report);

/** With a pattern, a file may have nothing to run. */
const leavesTestsOut = process.execArgv.some((word) => /^--test-(?:name|skip|only)/.test(word));

class FileResult {
  #counts = { ...emptyReport.counts };
  #failures: string[] = [];
  #skips: string[] = [];
  #figures: string[] = [];
  readonly #before: CpuTime;

  /** Takes the CPU time of the process before the file. */
  constructor(before: CpuTime) {
    this.#before = before;
  }

  note(figure: string): void {
    this.#figures.push(figure);
  }

  add(event: Result): void {
    const { data } = event;
    this.#count(event);
    if (event.type === "test:fail" && data.todo === undefined) this.#describe(event.data);
    if (data.skip !== undefined) this.#skips.push(String(data.skip));
  }

  /** Takes the result of the suite that `worker.ts` made of the file. */
  close(event: Result): Report {
    if (event.type === "test:fail") {
      this.#describe(event.data);
      // A file that cannot be imported, or whose hook fails, has no failed test to count.
      if (this.#counts.fail + this.#counts.cancelled === 0) {
        this.#counts.tests += 1;
        this.#counts.fail += 1;
      }
    } else if (this.#counts.tests + this.#skips.length === 0 && !leavesTestsOut) {
      this.#failures.push("not ok: the file has no test, so it shows nothing");
    }
    const { waitedForMs, furtherMs } = readCpuTime();
    // A browser that closed meanwhile took its further processes with it.
    const furtherCpuMs = Math.max(0, furtherMs - this.#before.furtherMs);
    return {
      kind: "finished",
      counts: this.#counts,
      durationMs: event.data.details.duration_ms,
      cpuMs: waitedForMs - this.#before.waitedForMs + furtherCpuMs,
      furtherCpuMs,
      failures: this.#failures,
      skips: this.#skips,
      figures: this.#figures,
    };
  }

  #count({ type, data }: Result): void {
    const counts = this.#counts;
    if (data.details.type === "suite") {
      counts.suites += 1;
      return;
    }
    counts.tests += 1;
    if (data.todo !== undefined) counts.todo += 1;
    else if (data.skip !== undefined) counts.skipped += 1;
    else if (type === "test:pass") counts.pass += 1;
    else if (cancellations.has(String(failureType(data)))) counts.cancelled += 1;
    else counts.fail += 1;
  }

  #describe(failure: Failure): void {
    // A suite that fails because of a test in it has nothing to add to the test's own failure.
    if (failureType(failure) === "subtestsFailed") return;
    const { name, file, line, nesting, details } = failure;
    const place = file === undefined || nesting === 0 ? "" : ` (${relative(root, file)}:${line})`;
    const title = nesting === 0 ? "the file itself" : name;
    this.#failures.push(
      `not ok: ${title}${place}\n${inspect(details.error.cause ?? details.error)}`,
    );
  }
}

const failureType = ({ details }: Pick<Failure, "details">) =>
  "failureType" in details.error ? details.error.failureType : undefined;

// biome-ignore lint/style/noDefaultExport: Node asks a reporter for this name.
export { workerReporter as default };
