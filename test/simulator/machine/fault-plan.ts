import type { Chance } from "@varde/testkit/generated";

/** How often each kind of fault happens, from 0 to 1. */
export interface FaultPlan {
  /** A unit is refused and has no effect. */
  readonly writeRefused: number;
  /** A unit is committed, but its caller learns only that the database is unavailable. */
  readonly commitNotConfirmed: number;
  readonly readRefused: number;
  /** A read waits for other units. */
  readonly readDelayed: number;
  /** A port throws before it has done anything. */
  readonly portFails: number;
  /** A port does its work, and its result is lost. */
  readonly resultLost: number;
  /** A port does its work, and its result never arrives. */
  readonly resultStalls: number;
  /** A response of the core bank is not what its contract says. */
  readonly resultMalformed: number;
  /** A list of outcomes is shuffled, repeated or cut. */
  readonly outcomesDisordered: number;
  /** A client never sees a response. */
  readonly connectionCut: number;
  /** The process dies before a turn, or directly after a commit. */
  readonly crash: number;
  readonly crashAfterCommit: number;
  /** The clock passes seconds to hours, or days, between two steps. */
  readonly clockMoves: number;
  readonly clockDays: number;
  /** The database's clock is corrected by some seconds, in either direction. */
  readonly clockCorrected: number;
  /** The clock of a process's machine is set, by up to a day. */
  readonly clockSet: number;
  /** A host is suspended, cut off from the database or the core bank, or has a full disk. */
  readonly hostFails: number;
}

/** No faults, for the end of a simulation, when everything must come to its end. */
export const noFaults: FaultPlan = {
  writeRefused: 0,
  commitNotConfirmed: 0,
  readRefused: 0,
  readDelayed: 0,
  portFails: 0,
  resultLost: 0,
  resultStalls: 0,
  resultMalformed: 0,
  outcomesDisordered: 0,
  connectionCut: 0,
  crash: 0,
  crashAfterCommit: 0,
  clockMoves: 0,
  clockDays: 0,
  clockCorrected: 0,
  clockSet: 0,
  hostFails: 0,
};

/** The highest rate of each fault; some seeds have none of it, others up to this much. */
const ratesMax: FaultPlan = {
  writeRefused: 0.06,
  commitNotConfirmed: 0.06,
  readRefused: 0.03,
  readDelayed: 0.4,
  portFails: 0.1,
  resultLost: 0.15,
  resultStalls: 0.08,
  resultMalformed: 0.1,
  outcomesDisordered: 0.5,
  connectionCut: 0.15,
  crash: 0.02,
  crashAfterCommit: 0.03,
  clockMoves: 0.04,
  clockDays: 0.008,
  clockCorrected: 0.01,
  clockSet: 0.02,
  hostFails: 0.06,
};

/**
 * Draws the faults of a seed. Each kind is absent in a third of the seeds, because a bank in which
 * everything fails all the time never reaches the states in which a single fault does harm.
 */
export const drawFaults = (chance: Chance): FaultPlan => {
  const rates = Object.entries(ratesMax).map(([fault, max]) => [
    fault,
    chance.happens(1 / 3) ? 0 : max * chance.next(),
  ]);
  return Object.fromEntries(rates) as FaultPlan;
};
