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
import { Auditor } from "./invariants/auditor.ts";
import { type BankProcess, startProcess } from "./machine/bank-process.ts";
import { CompanyMandates } from "./machine/company-mandates.ts";
import { drawFaults, noFaults } from "./machine/fault-plan.ts";
import { Machine } from "./machine/machine.ts";
import type { PreparedBank } from "./machine/prepared-bank.ts";
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
  #bank: BankProcess | undefined;
  #active = 0;
  steps = 0;

  constructor(seed: number, prepared: PreparedBank, time: SimulatedTime, trace: Trace) {
    const chance = new Chance(seed);
    time.nowMs += Math.floor(chance.next() * 5 * dayMs);
    const hasCompany = chance.happens(0.5);
    this.#activities = hasCompany ? ofCompany : activities;
    const personIds = colleagues.map(({ personId }) => personId);
    const mandates = new CompanyMandates(personIds, chance);
    this.#machine = new Machine(chance, time, trace, drawFaults(chance), mandates);
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
      bank: () => this.#current,
      nextNumber: () => {
        number += 1;
        return number;
      },
    };
  }

  /** Runs the simulation. Throws `InvariantBroken` at the first step after which one is broken. */
  async run(): Promise<void> {
    const { chance } = this.#machine;
    await this.#start(this.#prepared.image);
    await openSessions(this.#current.storage, this.#scene);
    const count = stepsMin + chance.below(stepsMax - stepsMin);
    while (this.steps < count) await this.#step();
    await this.#endEverything();
    if (chance.happens(0.1)) await this.#expireUnsigned();
    await this.#current.die();
  }

  get #current(): BankProcess {
    if (this.#bank === undefined) throw new Error("The bank has not been started.");
    return this.#bank;
  }

  async #start(image: Uint8Array): Promise<void> {
    const current = () => this.#current.coreBank;
    const starting = startProcess(image, this.#ids, this.#prepared, this.#machine, current);
    await this.#machine.time.settle();
    this.#bank = await starting;
  }

  async #step(): Promise<void> {
    const { chance, faults, time } = this.#machine;
    await time.advance(chance.below(200));
    if (chance.happens(faults.crash)) this.#machine.crash("between two steps");
    else if (chance.happens(faults.clockDays)) await this.#advance(dayMs * (1 + chance.below(3)));
    else if (chance.happens(faults.clockMoves)) await this.#advance(3_000 * 3_600 ** chance.next());
    else if (chance.happens(faults.clockCorrected))
      await this.#advance(chance.below(8_000) - 4_000);
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
    const timer = chance.pick(time.intervals);
    trace.begin(time.nowMs, "bank", `runs its job of every ${timer.everyMs} ms`);
    timer.fire();
  }

  #runClearing(): void {
    const { time, trace } = this.#machine;
    trace.begin(time.nowMs, "core bank", "settles with other banks");
    const clearing = this.#current.coreBank.runClearing?.(this.#prepared.worldId, time.nowMs);
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
    if (this.#machine.crashReason !== undefined) await this.#crash(this.#machine.crashReason);
    const written = this.#machine.takeWritten();
    const broken = [
      ...(written.size > 0 ? await this.#auditor.check(this.#current, written) : []),
      ...this.#machine.logged,
    ];
    trace.end();
    if (broken.length > 0)
      throw new InvariantBroken(`After step ${this.steps}: ${broken.join("; ")}`);
  }

  async #crash(reason: string): Promise<void> {
    const { time, trace, turns } = this.#machine;
    this.#machine.crashReason = undefined;
    trace.begin(time.nowMs, "bank", `crashes ${reason}`);
    time.dropTimers();
    turns.endLife();
    const image = await this.#current.die();
    await this.#start(image);
  }

  /** Ends all faults. Everybody finishes, and some days later every payment is at its end. */
  async #endEverything(): Promise<void> {
    this.#machine.faults = noFaults;
    await this.#finishTurns();
    for (let day = 0; day < endingDaysMax; day += 1) {
      await this.#advance(dayMs);
      if (this.#machine.clearsOnItsOwn) this.#runClearing();
      await this.#finishStep();
      for (const timer of this.#machine.time.intervals) {
        timer.fire();
        await this.#finishTurns();
      }
      const left = await this.#auditor.listUnfinished(this.#current);
      if (left.length === 0) return;
      if (day === endingDaysMax - 1) throw new InvariantBroken(`At the end: ${left.join("; ")}`);
    }
  }

  /** Lets so much time pass that no payment waits for signatures any more. */
  async #expireUnsigned(): Promise<void> {
    await this.#advance(unsignedDays * dayMs);
    await this.#finishStep();
    for (const timer of this.#machine.time.intervals) {
      timer.fire();
      await this.#finishTurns();
    }
    const left = await this.#auditor.listUnsigned(this.#current);
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
