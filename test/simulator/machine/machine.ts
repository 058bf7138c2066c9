import type { Chance } from "@varde/testkit/generated";
import type { CompanyMandates } from "./company-mandates.ts";
import type { FaultPlan } from "./fault-plan.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { Trace } from "./trace.ts";
import { Turns } from "./turns.ts";

/** Errors that no fault of the simulation explains. */
const internalErrors = /^(AssertionError|StatementFailed|TypeError|RangeError|SyntaxError)/;

/** The machine on which the bank runs: its clock, what waits there, and what goes wrong. */
export class Machine {
  readonly chance: Chance;
  readonly time: SimulatedTime;
  readonly trace: Trace;
  readonly turns = new Turns();
  readonly mandates: CompanyMandates;
  /** Whether the core bank settles with other banks by itself, or in the bank's batches. */
  readonly clearsOnItsOwn: boolean;
  faults: FaultPlan;
  /** Why the process dies at the end of this step, if it does. */
  crashReason: string | undefined;
  /** The internal errors that the bank has logged. */
  readonly logged: string[] = [];
  #written = new Set<string>();

  constructor(
    chance: Chance,
    time: SimulatedTime,
    trace: Trace,
    faults: FaultPlan,
    mandates: CompanyMandates,
  ) {
    this.chance = chance;
    this.time = time;
    this.trace = trace;
    this.faults = faults;
    this.mandates = mandates;
    this.clearsOnItsOwn = chance.happens(0.3);
  }

  /** Reads a line of the bank's log. */
  log(line: string): void {
    if (!line.startsWith('{"level":50')) return;
    const { err, msg } = JSON.parse(line) as {
      readonly err?: { readonly type: string; readonly message: string; readonly stack: string };
      readonly msg: string;
    };
    this.trace.note(`logs "${msg}"`);
    if (err !== undefined && internalErrors.test(err.type)) this.logged.push(err.stack);
  }

  /** Notes what a unit has written, as "update payment". */
  written(changes: ReadonlySet<string>): void {
    for (const change of changes) this.#written.add(change);
  }

  /** Returns what was written since the last call. */
  takeWritten(): ReadonlySet<string> {
    const written = this.#written;
    this.#written = new Set();
    return written;
  }

  crash(reason: string): void {
    this.crashReason ??= reason;
  }
}
