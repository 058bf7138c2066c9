import type { ServerProcess } from "../servers/server-process.ts";
import type { LoadGenerator } from "./load-generator.ts";
import type { Measured } from "./send-burst.ts";

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
