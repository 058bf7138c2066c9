import type { LoadGenerator } from "../load/load-generator.ts";
import { type Figures, sendRound } from "../load/send-round.ts";
import type { Burst } from "../load/sign-burst.ts";
import { median } from "../median.ts";
import { mapNames, type Sides } from "./sides.ts";
import { WarmUp } from "./warm-up.ts";

export interface Rounds {
  readonly load: LoadGenerator;
  readonly count: number;
  readonly perRound: number;
  /** The warm-up ends after this many requests to each instance, even if costs still fall. */
  readonly warmUpMax: number;
  readonly burst: (count: number) => Burst | readonly Burst[];
  /** Reads the CPU time of the database, if it is a process of its own on this machine. */
  readonly readDatabaseMs?: (() => number) | undefined;
}

/** The figures of each instance of a side, round by round. */
export type SideFigures = readonly (readonly Figures[])[];

export interface MeasuredSides<Name extends string> {
  readonly sides: Readonly<Record<Name, SideFigures>>;
  /** Requests to each instance before the first round. */
  readonly warmUp: number;
}

/**
 * Signs one burst per round and sends it to every instance of every side. The order changes from
 * round to round, so that noise affects all of them equally. The warm-up is sent in rounds too,
 * because the Date of a request is valid for a minute only.
 */
export const measureSides = async <Name extends string>(
  sides: Sides<Name>,
  { load, burst, count, perRound, warmUpMax, readDatabaseMs }: Rounds,
): Promise<MeasuredSides<Name>> => {
  const names = Object.keys(sides) as Name[];
  const send = async (round: number): Promise<Record<Name, Figures[]>> => {
    await load.sign(burst(perRound));
    const sent = mapNames(names, () => [] as Figures[]);
    for (const { name, instance } of inOrder(sides, round)) {
      const server = sides[name][instance];
      if (server === undefined) continue;
      sent[name][instance] = await sendRound(load, server, perRound, readDatabaseMs);
    }
    return sent;
  };
  const warmUps = mapNames(names, () => new WarmUp());
  let warmUpRounds = 0;
  while (warmUpRounds * perRound < warmUpMax && !names.every((name) => warmUps[name].isOver)) {
    const sent = await send(warmUpRounds);
    for (const name of names) {
      warmUps[name].add(median(sent[name].map(({ cpuUs }) => cpuUs)), perRound);
    }
    warmUpRounds += 1;
  }
  const figures = mapNames(names, (name) => sides[name].map(() => [] as Figures[]));
  for (let round = 0; round < count; round += 1) {
    const sent = await send(round);
    for (const name of names) {
      for (const [instance, each] of sent[name].entries()) figures[name][instance]?.push(each);
    }
  }
  return { sides: figures, warmUp: warmUpRounds * perRound };
};

/** Lists all instances. Sides alternate, each round begins with another instance and side. */
const inOrder = <Name extends string>(sides: Sides<Name>, round: number) => {
  const names = Object.keys(sides) as Name[];
  const most = Math.max(...names.map((name) => sides[name].length));
  const turns = Array.from({ length: most }, (_, at) => (at + round) % most);
  return turns.flatMap((instance, at) =>
    ((at + round) % 2 === 0 ? names : names.toReversed()).map((name) => ({ name, instance })),
  );
};
