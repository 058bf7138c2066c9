import type { Ids } from "@varde/bank";
import { seededIds } from "@varde/sandbox";
import { Chance } from "@varde/testkit/generated";
import type { Activity } from "./actors/activity.ts";
import { cancel } from "./actors/cancel.ts";
import { contend } from "./actors/contend.ts";
import { cosign, payTogether } from "./actors/cosign.ts";
import { Facts } from "./actors/facts.ts";
import { openSessions } from "./actors/open-sessions.ts";
import { pay } from "./actors/pay.ts";
import { colleagues, psus } from "./actors/psus.ts";
import { intrude, read } from "./actors/read.ts";
import { revoke } from "./actors/revoke.ts";
import type { Scene } from "./actors/scene.ts";
import { signBasket } from "./actors/sign-basket.ts";
import { type AuditedBank, Auditor } from "./invariants/auditor.ts";
import { listWaiting } from "./invariants/list-waiting.ts";
import { type BankProcess, startProcess } from "./machine/bank-process.ts";
import { CompanyMandates } from "./machine/company-mandates.ts";
import { installNetwork } from "./machine/core-bank-network.ts";
import { type Deployment, openDeployment } from "./machine/deployment.ts";
import { drawFaults, noFaults } from "./machine/fault-plan.ts";
import type { Host, Life } from "./machine/life.ts";
import { Machine } from "./machine/machine.ts";
import type { PreparedBank } from "./machine/prepared-bank.ts";
import { serveCoreBank } from "./machine/serve-core-bank.ts";
import type { SimulatedTime } from "./machine/simulated-time.ts";
import type { Trace } from "./machine/trace.ts";

const stepsMin = 100;
const stepsMax = 300;
const activitiesMax = 6;
/** Steps after the faults have ended; far more than any simulation needs. */
const endingStepsMax = 20_000;
/** Enough for a payment dated a week ahead that settles three days late, after a weekend. */
const endingDaysMax = 16;
/** The 30 days within which a payment must be signed, and the longest holiday without a batch. */
const unsignedDays = 40;
/** Within this time after the last fault, everything that was due has been done. */
const progressMs = 60_000;
/** How long the core bank is away at the end, while people act and while only time passes. */
const outageSteps = 40;
const outageMsMax = 30_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const activities: readonly Activity[] = [
  pay,
  pay,
  pay,
  pay,
  contend,
  contend,
  cancel,
  cancel,
  signBasket,
  signBasket,
  read,
  read,
  intrude,
  revoke,
];

/** Activities where most people are of one company. */
const ofCompany: readonly Activity[] = [
  payTogether,
  payTogether,
  payTogether,
  payTogether,
  pay,
  pay,
  contend,
  cosign,
  cosign,
  cosign,
  cancel,
  signBasket,
  signBasket,
  read,
  intrude,
];

/** An invariant that does not hold, with the step after which it was found. */
class InvariantBroken extends Error {
  override readonly name = "InvariantBroken";
}

/** A bank with its TPPs, PSUs and faults, all of which follow from one seed. */
export class Simulation {
  readonly #machine: Machine;
  readonly #prepared: PreparedBank;
  readonly #ids: Ids;
  readonly #auditor: Auditor;
  readonly #scene: Scene;
  readonly #activities: readonly Activity[];
  readonly #processes = new Map<Host, BankProcess>();
  #deployment: Deployment | undefined;
  #active = 0;
  steps = 0;

  constructor(seed: number, prepared: PreparedBank, time: SimulatedTime, trace: Trace) {
    const chance = new Chance(seed);
    time.nowMs += Math.floor(chance.next() * 5 * dayMs);
    const hasCompany = chance.happens(0.5);
    this.#activities = hasCompany ? ofCompany : activities;
    const personIds = colleagues.map(({ personId }) => personId);
    const mandates = new CompanyMandates(personIds, chance);
    const isShared = prepared.database.engine === "postgres";
    this.#machine = new Machine(chance, time, trace, drawFaults(chance), mandates, isShared);
    this.#prepared = prepared;
    this.#ids = seededIds(seed + 1);
    const facts = new Facts();
    this.#auditor = new Auditor(facts, prepared.worldId, mandates);
    let number = 0;
    this.#scene = {
      machine: this.#machine,
      facts,
      worldId: prepared.worldId,
      tpps: chance.shuffle(prepared.tpps).slice(0, 2),
      // Few people, so that they meet in the same payments and accounts.
      people: [
        ...(hasCompany ? colleagues : []),
        ...chance.shuffle(psus).slice(0, hasCompany ? 1 : 3),
      ],
      known: new Map(),
      bank: () => this.#pickProcess(),
      nextNumber: () => {
        number += 1;
        return number;
      },
    };
  }

  /** Runs the simulation. Throws `InvariantBroken` at the first step after which one is broken. */
  async run(): Promise<void> {
    const { chance } = this.#machine;
    const deployment = await openDeployment(this.#prepared, this.#machine, this.#ids);
    this.#deployment = deployment;
    const findCoreBank = () => deployment.coreBank(this.#first);
    const restore = installNetwork(this.#machine, serveCoreBank(findCoreBank, this.#machine));
    try {
      for (const host of deployment.hosts) await this.#start(host);
      await openSessions(this.#audited.storage, this.#scene);
      const count = stepsMin + chance.below(stepsMax - stepsMin);
      while (this.steps < count) await this.#step();
      await this.#endEverything();
      if (chance.happens(0.1)) await this.#expireUnsigned();
    } finally {
      for (const process of this.#processes.values()) await process.die();
      await deployment.close();
      restore();
    }
  }

  /** The processes that run, of which there is always one. */
  get #first(): BankProcess {
    const [first] = this.#processes.values();
    if (first === undefined) throw new Error("The bank has not been started.");
    return first;
  }

  get #audited(): AuditedBank {
    if (this.#deployment === undefined) throw new Error("The bank has not been started.");
    const { convertToNokMinor } = this.#first.coreBank;
    return { ...this.#deployment.audit(this.#first), coreBank: { convertToNokMinor } };
  }

  /** The process that a balancer sends the next request to. */
  #pickProcess(): BankProcess {
    const able = [...this.#processes.values()].filter(({ life }) => !life.isSuspended);
    return able.length > 1 ? this.#machine.chance.pick(able) : (able[0] ?? this.#first);
  }

  async #start(host: Host): Promise<void> {
    const deployment = this.#deployment as Deployment;
    const { time, trace } = this.#machine;
    if (deployment.hosts.length > 1) this.#machine.setClock(host, deployment.hosts);
    const opening = deployment.openStorage();
    await time.settle();
    const current = () => this.#first.coreBank;
    const storage = await opening;
    const starting = startProcess(host, storage, this.#ids, this.#prepared, this.#machine, current);
    await time.settle();
    this.#processes.set(host, await starting);
    const seconds = Math.round(host.clockOffsetMs / 1000);
    if (seconds !== 0) trace.note(`its clock is off by ${seconds} seconds`);
  }

  async #step(): Promise<void> {
    const { chance, faults, time } = this.#machine;
    await time.advance(chance.below(200));
    for (const host of this.#hosts) {
      const repaired = this.#machine.repair(host, this.steps);
      for (const fault of repaired) this.#machine.trace.note(`${host.name} no longer ${fault}`);
    }
    if (chance.happens(faults.crash))
      this.#machine.crash(this.#pickAny().life, "between two steps");
    else if (chance.happens(faults.clockDays)) await this.#advance(dayMs * (1 + chance.below(3)));
    else if (chance.happens(faults.clockMoves)) await this.#advance(3_000 * 3_600 ** chance.next());
    else if (chance.happens(faults.clockCorrected))
      await this.#advance(chance.below(8_000) - 4_000);
    else if (this.#hosts.length > 1 && chance.happens(faults.clockSet)) this.#setClock();
    else if (chance.happens(faults.hostFails)) this.#disturb();
    else if (chance.happens(0.06)) this.#fireJob();
    else if (chance.happens(0.015)) this.#changeMandate();
    else if (this.#active < activitiesMax && chance.happens(0.3)) this.#startActivity();
    else this.#takeTurn();
    await this.#finishStep();
  }

  async #advance(ms: number): Promise<void> {
    const { time, trace } = this.#machine;
    trace.begin(time.nowMs, "clock", `moves by ${Math.round(ms / 1000)} seconds`);
    await time.advance(Math.round(ms));
  }

  #changeMandate(): void {
    const { chance, mandates, time, trace } = this.#machine;
    trace.begin(time.nowMs, "mandates", `are now ${mandates.change(chance)}`);
  }

  /** Fires one of the bank's intervals: a background job, or the renewal of a lease. */
  #fireJob(): void {
    const { chance, time, trace } = this.#machine;
    if (this.#machine.clearsOnItsOwn && chance.happens(0.3)) {
      this.#runClearing();
      return;
    }
    const { intervals } = time;
    if (intervals.length === 0) return;
    const timer = chance.pick(intervals);
    const name = timer.life?.host.name ?? "bank";
    trace.begin(time.nowMs, name, `runs its job of every ${timer.everyMs} ms`);
    timer.fire();
  }

  #runClearing(): void {
    const { time, trace } = this.#machine;
    trace.begin(time.nowMs, "core bank", "settles with other banks");
    const { coreBank, life } = (this.#deployment as Deployment).coreBank(this.#first);
    const { worldId } = this.#prepared;
    const clearing = time.runAs(life, () => coreBank.runClearing?.(worldId, time.nowMs));
    clearing?.catch((error: unknown) => trace.note(`fails: ${(error as Error).message}`));
  }

  #startActivity(): void {
    const { chance, time, trace } = this.#machine;
    const activity = chance.pick(this.#activities);
    const tpp = chance.pick(this.#scene.tpps);
    const psu = chance.pick(this.#scene.people);
    trace.begin(time.nowMs, psu.name, `starts to ${activity.name} with ${tpp.name}`);
    this.#active += 1;
    activity(tpp, psu, this.#scene)
      .catch((error: unknown) => {
        this.#scene.facts.violations.push(`${activity.name} failed: ${(error as Error).stack}`);
      })
      .finally(() => {
        this.#active -= 1;
      });
  }

  #takeTurn(): void {
    const { chance, time, trace, turns } = this.#machine;
    if (turns.waiting.length === 0) return;
    const turn = chance.pick(turns.waiting);
    trace.begin(time.nowMs, turn.who, turn.what);
    turns.take(turn);
  }

  async #finishStep(): Promise<void> {
    const { time, trace } = this.#machine;
    await time.settle();
    this.steps += 1;
    const { crashing } = this.#machine;
    if (crashing !== undefined) await this.#crash(crashing.life, crashing.reason);
    const written = this.#machine.takeWritten();
    const broken = [
      ...(written.size > 0 ? await this.#auditor.check(this.#audited, written) : []),
      ...this.#machine.logged,
    ];
    trace.end();
    if (broken.length > 0)
      throw new InvariantBroken(`After step ${this.steps}: ${broken.join("; ")}`);
  }

  /** Kills a process, and starts another one on its host. */
  async #crash(life: Life, reason: string): Promise<void> {
    const { time, trace } = this.#machine;
    const { host } = life;
    this.#machine.crashing = undefined;
    const process = this.#processes.get(host);
    if (process?.life !== life) return;
    trace.begin(time.nowMs, host.name, `crashes ${reason}`);
    await this.#deployment?.end(process);
    host.faults.delete("is suspended");
    await this.#start(host);
  }

  get #hosts(): readonly Host[] {
    return this.#deployment?.hosts ?? [];
  }

  #pickAny(): BankProcess {
    const all = [...this.#processes.values()];
    return all.length > 1 ? this.#machine.chance.pick(all) : this.#first;
  }

  #setClock(): void {
    const { time, trace } = this.#machine;
    const { host } = this.#pickAny();
    this.#machine.setClock(host, this.#hosts);
    const seconds = Math.round(host.clockOffsetMs / 1000);
    trace.begin(time.nowMs, host.name, `has a clock that is off by ${seconds} seconds`);
  }

  #disturb(): void {
    this.#machine.disturb(this.#pickAny().host, this.steps);
  }

  /** Ends all faults. Everybody finishes, and some days later every payment is at its end. */
  async #endEverything(): Promise<void> {
    if (this.#machine.chance.happens(0.5)) await this.#loseBooking();
    this.#machine.faults = noFaults;
    this.#machine.isBookingAway = false;
    for (const host of this.#hosts) this.#machine.repair(host);
    await this.#makeProgress();
    await this.#finishTurns();
    for (let day = 0; day < endingDaysMax; day += 1) {
      await this.#advance(dayMs);
      if (this.#machine.clearsOnItsOwn) this.#runClearing();
      await this.#finishStep();
      for (const timer of this.#machine.time.intervals) {
        timer.fire();
        await this.#finishTurns();
      }
      const left = await this.#auditor.listUnfinished(this.#audited);
      if (left.length === 0) return;
      if (day === endingDaysMax - 1) throw new InvariantBroken(`At the end: ${left.join("; ")}`);
    }
  }

  /**
   * The last fault: the core bank takes no instructions for a while, then the process whose clock
   * is furthest ahead may die.
   */
  async #loseBooking(): Promise<void> {
    const { chance, time, trace } = this.#machine;
    trace.begin(time.nowMs, "core bank", "takes no instructions");
    this.#machine.isBookingAway = true;
    for (let count = 0; count < outageSteps; count += 1) await this.#step();
    await this.#pass(chance.below(outageMsMax));
    if (chance.happens(0.8)) {
      // Leases taken by a clock that is ahead last longest if their process is gone.
      const [first] = [...this.#processes.values()].toSorted(
        (one, other) => other.host.clockOffsetMs - one.host.clockOffsetMs,
      );
      this.#machine.crash((first ?? this.#first).life, "during the outage");
    }
    await this.#finishStep();
  }

  /** Lets a minute pass, after which nothing waits that was due when the faults ended. */
  async #makeProgress(): Promise<void> {
    const { time, trace } = this.#machine;
    const endedAt = time.nowMs;
    const before = await this.#listWaiting(endedAt);
    trace.begin(endedAt, "faults", `end, while ${before.size} pieces of work wait`);
    await this.#pass(progressMs);
    const after = await this.#listWaiting(endedAt);
    const left = [...before.intersection(after)];
    if (this.#active > 0) left.push(`${this.#active} people or TPPs have no response`);
    for (const { host, unwrittenLines } of this.#processes.values()) {
      if (unwrittenLines > 0) left.push(`${host.name} has not written ${unwrittenLines} log lines`);
    }
    if (left.length === 0) return;
    throw new InvariantBroken(`A minute after the last fault: ${left.join("; ")}`);
  }

  /** Lets time pass in which people do not hesitate, and jobs run at their intervals. */
  async #pass(ms: number): Promise<void> {
    const { time, trace, turns } = this.#machine;
    const until = time.nowMs + ms;
    do {
      while (turns.waiting.length > 0) {
        this.#takeTurn();
        await this.#finishStep();
      }
      trace.beginQuietly(time.nowMs, "clock", "passes");
      await this.#finishStep();
    } while (await time.fireNext(until));
  }

  #listWaiting(at: number): Promise<ReadonlySet<string>> {
    const { worldId } = this.#prepared;
    return listWaiting(this.#audited.storage, worldId, at, this.#machine.clearsOnItsOwn);
  }

  /** Lets so much time pass that no payment waits for signatures any more. */
  async #expireUnsigned(): Promise<void> {
    await this.#advance(unsignedDays * dayMs);
    await this.#finishStep();
    for (const timer of this.#machine.time.intervals) {
      timer.fire();
      await this.#finishTurns();
    }
    const left = await this.#auditor.listUnsigned(this.#audited);
    if (left.length > 0) throw new InvariantBroken(`After a month: ${left.join("; ")}`);
  }

  async #finishTurns(): Promise<void> {
    const { time, turns } = this.#machine;
    for (let steps = 0; turns.waiting.length > 0 || this.#active > 0; steps += 1) {
      if (steps > endingStepsMax)
        throw new InvariantBroken("The simulation does not come to an end.");
      if (turns.waiting.length === 0) await time.advance(1_000);
      this.#takeTurn();
      await this.#finishStep();
    }
  }
}
