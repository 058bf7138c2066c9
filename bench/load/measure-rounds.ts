import type { ServerProcess } from "../servers/server-process.ts";
import type { LoadGenerator } from "./load-generator.ts";
import type { Measured } from "./send-burst.ts";
import type { Burst } from "./sign-burst.ts";

/** Figures of one round on a server. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly cpuUs: number;
  /** CPU time of the database per request; 0 if it is part of the server or runs elsewhere. */
  readonly databaseUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Resident memory after the round. */
  readonly residentMb: number;
}

export interface Rounds {
  readonly load: LoadGenerator;
  readonly count: number;
  readonly perRound: number;
  /** Requests before the first round, which are not measured. */
  readonly warmUp: number;
  readonly burst: (count: number) => Burst | readonly Burst[];
  /** Reads the CPU time of the database, if it is a process of its own on this machine. */
  readonly readDatabaseMs?: (() => number) | undefined;
}

export interface SentRound extends Figures {
  readonly lastBody: string;
}

/** Sends the last signed burst. Any response except a success ends the bench. */
export const sendSigned = async (
  load: LoadGenerator,
  servers: readonly ServerProcess[],
): Promise<Measured> => {
  const measured = await load.send(servers.map(({ port }) => port));
  const { firstRefusal, statuses } = measured;
  if (firstRefusal !== undefined) {
    throw new Error(`${JSON.stringify(statuses)}, the first refusal:\n${firstRefusal}`);
  }
  return measured;
};

/** Sends the last signed burst to one server and returns its figures. */
export const sendRound = async (
  load: LoadGenerator,
  server: ServerProcess,
  count: number,
  readDatabaseMs: () => number = () => 0,
): Promise<SentRound> => {
  const before = { ...server.usage(), databaseMs: readDatabaseMs() };
  const { lastBody, ...measured } = await sendSigned(load, [server]);
  const { cpuMs, residentMb } = server.usage();
  const cpuUs = ((cpuMs - before.cpuMs) * 1_000) / count;
  const databaseUs = ((readDatabaseMs() - before.databaseMs) * 1_000) / count;
  return { ...measured, cpuUs, databaseUs, residentMb, lastBody: lastBody ?? "" };
};

/**
 * Signs one burst per round and sends it to every server. The order of the servers alternates, so
 * that noise affects all of them equally. The warm-up is sent in rounds too, because the Date of a
 * request is valid for a minute only.
 */
export const measureRounds = async <Name extends string>(
  servers: Readonly<Record<Name, ServerProcess>>,
  rounds: Rounds,
): Promise<Readonly<Record<Name, readonly Figures[]>>> => {
  const { load, burst, count, perRound, warmUp, readDatabaseMs } = rounds;
  const names = Object.keys(servers) as Name[];
  const sent = Object.fromEntries(names.map((name) => [name, [] as SentRound[]])) as Record<
    Name,
    SentRound[]
  >;
  const warmUpRounds = Math.ceil(warmUp / perRound);
  for (let round = 0; round < warmUpRounds + count; round += 1) {
    await load.sign(burst(perRound));
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figures = await sendRound(load, servers[name], perRound, readDatabaseMs);
      if (round >= warmUpRounds) sent[name].push(figures);
    }
  }
  return sent;
};
