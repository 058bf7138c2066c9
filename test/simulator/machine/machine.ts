import type { Chance } from "@varde/testkit/generated";
import type { CompanyMandates } from "./company-mandates.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { type Host, type HostFault, hostFaults, type Life } from "./life.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { Trace } from "./trace.ts";
import { Turns } from "./turns.ts";

const hourMs = 3_600_000;
/** How many steps a fault of a host lasts. */
const faultStepsMax = 40;
/** Errors that no fault of the simulation explains. */
const internalErrors = /^(AssertionError|StatementFailed|TypeError|RangeError|SyntaxError)/;

/** The world around the bank: the time, what waits, and what goes wrong. */
export class Machine {
  readonly chance: Chance;
  readonly time: SimulatedTime;
  readonly trace: Trace;
  readonly turns = new Turns();
  readonly mandates: CompanyMandates;
  /**
   * Whether the core bank is called over the network and settles with other banks by itself. If
   * not, the bank's batches run its clearing.
   */
  readonly clearsOnItsOwn: boolean;
  faults: FaultPlan;
  /** Whether the core bank takes no instructions now, while accounts can be read. */
  isBookingAway = false;
  /** The process that dies at the end of this step, if one does, and why. */
  crashing: { readonly life: Life; readonly reason: string } | undefined;
  /** The internal errors that the bank has logged. */
  readonly logged: string[] = [];
  #written = new Set<string>();

  constructor(
    chance: Chance,
    time: SimulatedTime,
    trace: Trace,
    faults: FaultPlan,
    mandates: CompanyMandates,
    hasNetwork: boolean,
  ) {
    this.chance = chance;
    this.time = time;
    this.trace = trace;
    this.faults = faults;
    this.mandates = mandates;
    this.clearsOnItsOwn = chance.happens(hasNetwork ? 1 : 0.3);
  }

  /** Reads a line of the bank's log. */
  log(line: string): void {
    if (!line.startsWith('{"level":50')) return;
    const { err, msg } = JSON.parse(line) as {
      readonly err?: { readonly type: string; readonly message: string; readonly stack: string };
      readonly msg: string;
    };
    this.trace.note(`logs "${msg}${err === undefined ? "" : `: ${err.message}`}"`);
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

  crash(life: Life, reason: string): void {
    this.crashing ??= { life, reason };
  }

  /** Begins a fault of a host, which lasts for a while. */
  disturb(host: Host, step: number): void {
    const fault = this.chance.pick(hostFaults);
    const until = step + 1 + this.chance.below(faultStepsMax);
    host.faults.set(fault, Math.max(until, host.faults.get(fault) ?? 0));
    this.trace.begin(this.time.nowMs, host.name, fault);
  }

  /** Ends the faults of a host whose time is over, and returns them. */
  repair(host: Host, step = Number.POSITIVE_INFINITY): readonly HostFault[] {
    const over = [...host.faults].filter(([, until]) => until <= step).map(([fault]) => fault);
    for (const fault of over) host.faults.delete(fault);
    return over;
  }

  /** Sets the clock of a host. One of them stays right, or nobody could be served. */
  setClock(host: Host, hosts: readonly Host[]): void {
    const { chance } = this;
    const isOther = hosts.some((other) => other !== host && other.refusesDates);
    const limits = isOther ? [0, 2_000] : [0, 2_000, 90_000, hourMs, 2 * hourMs, 25 * hourMs];
    host.clockOffsetMs = Math.round((2 * chance.next() - 1) * chance.pick(limits));
  }
}
