import { measureSides, type Rounds } from "../compare/measure-sides.ts";
import { stopSides } from "../compare/sides.ts";
import { paymentCreations, readPaymentId, statusReads } from "../load/caller.ts";
import { type PlantedFault, type SeenResponse, sendPlantedFaults } from "../load/planted-faults.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { type Figures, sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import type { Report } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startPeers } from "../servers/start-peers.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { type BenchRun, defineRounds } from "./bench-run.ts";

/** A burst is sent to every server before its Date is too old, and some servers are slow. */
const perRoundMax = 1_000;

/**
 * Sends the same signed requests to the sandbox and to mock servers that people use instead, in
 * alternating rounds. The sandbox verifies every request and stores payments durably; the others do
 * neither.
 */
export const benchPeers = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const bank = await startSandbox(place);
  const caller = await prepareCaller(bank.port);
  await run.load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(run.load, bank, 64)).lastBody);
  const notes: string[] = [];
  const peers = await startPeers((text) => notes.push(text));
  const servers: Readonly<Record<string, readonly ServerProcess[]>> = {
    Varde: [bank],
    ...Object.fromEntries(
      peers.map(({ name, version, server }) => [`${name} ${version}`, [server]]),
    ),
  };
  const compare = async (title: string, burst: Rounds["burst"]): Promise<void> => {
    const rounds = defineRounds(run, burst);
    const perRound = Math.min(rounds.perRound, perRoundMax);
    const { sides } = await measureSides(servers, { ...rounds, perRound });
    const figures = Object.entries(sides).map(([name, [only = []]]) => [name, only] as const);
    reportPeers(run, title, Object.fromEntries(figures));
  };
  await compare("signed payment creation, side by side", (count) =>
    paymentCreations(caller, count),
  );
  await compare("signed status read, side by side", (count) =>
    statusReads(caller, [paymentId], count),
  );
  const responses: Record<string, FaultResponses> = {};
  for (const [name, [server]] of Object.entries(servers)) {
    if (server !== undefined) responses[name] = await sendPlantedFaults(server.port, caller);
  }
  reportFaults(run.report, responses);
  for (const note of notes) run.report.note(note);
  await stopSides(servers);
};

const reportPeers = (
  run: BenchRun,
  title: string,
  figures: Readonly<Record<string, readonly Figures[]>>,
): void => {
  const all = Object.values(figures);
  run.report.section("PEERS", title, Object.keys(figures));
  const line = (label: string, figure: keyof Figures) =>
    run.report.line(
      label,
      all.map((rounds) => median(rounds.map((round) => round[figure]))),
    );
  line("requests/s", "requestsPerSecond");
  run.report.line(
    "Varde is faster, times",
    all.map((rounds) => {
      const ours = all[0]?.map(({ requestsPerSecond }) => requestsPerSecond) ?? [];
      return median(rounds.map(({ requestsPerSecond }, at) => (ours[at] ?? 0) / requestsPerSecond));
    }),
  );
  line("CPU per request, µs", "cpuUs");
  line("p99, ms", "p99Ms");
  line("resident, MB", "residentMb");
};

type FaultResponses = Readonly<Record<PlantedFault, SeenResponse>>;

const isRefused = ({ status }: SeenResponse): boolean => status >= 400 && status < 500;

/**
 * Prints which server refuses which fault, 1 or 0. Throws if the first server, which is the bank,
 * accepts one.
 */
export const reportFaults = (
  report: Report,
  responses: Readonly<Record<string, FaultResponses>>,
): void => {
  const all = Object.values(responses);
  const [bank] = all;
  if (bank === undefined) throw new Error("There are no responses of the bank.");
  report.section("PEERS", "planted faults that are refused", Object.keys(responses));
  for (const fault of Object.keys(bank) as PlantedFault[]) {
    report.line(
      fault,
      all.map((each) => Number(isRefused(each[fault]))),
    );
  }
  report.line(
    "of five",
    all.map((each) => Object.values(each).filter(isRefused).length),
  );
  for (const [fault, response] of Object.entries(bank)) {
    if (isRefused(response)) continue;
    const { status, body } = response;
    throw new Error(`The bank did not refuse "${fault}"; it returned ${status}:\n${body}`);
  }
};
