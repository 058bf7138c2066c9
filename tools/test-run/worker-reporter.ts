import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";
import { root } from "../source/list-files.ts";
import { emptyReport, type Report } from "./messages.ts";

type Result = Extract<TestEvent, { type: "test:pass" | "test:fail" }>;
type Failure = Extract<TestEvent, { type: "test:fail" }>["data"];

const cancellations = new Set(["cancelledByParent", "testAborted"]);

/** Sends one report per file to the process that started this one. Prints nothing. */
async function* workerReporter(events: AsyncIterable<TestEvent>) {
  let file = new FileResult();
  for await (const event of events) {
    if (event.type === "test:dequeue") send({ kind: "running", title: event.data.name });
    if (event.type === "test:diagnostic" && event.data.nesting > 0) file.note(event.data.message);
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    if (event.data.nesting > 0) file.add(event);
    else {
      send(file.close(event));
      file = new FileResult();
    }
  }
  yield "";
}

const send = (report: Report) => void process.send?.(report);

class FileResult {
  #counts = { ...emptyReport.counts };
  #failures: string[] = [];
  #skips: string[] = [];
  #figures: string[] = [];

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
    }
    return {
      kind: "finished",
      counts: this.#counts,
      durationMs: event.data.details.duration_ms,
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
