import { openControl } from "@varde/protocol/control-client";
import { paymentCreations } from "../load/caller.ts";
import { type Figures, sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { atLeast, reportAgainstFloor } from "../report.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun } from "./bench-run.ts";

/** How often the console reads the clock again while events arrive. */
const refreshMs = 250;

const goals = { requests: atLeast(0.95), cpu: atLeast(0.95) };

/** Measures L01 with an open console and without, in alternating rounds on one bank. */
export const benchConsole = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const { load, sizes, report } = run;
  const bank = await startSandbox(place);
  const caller = await prepareCaller(bank.port);
  const creations = async (count: number, isOpen: boolean): Promise<Figures> => {
    // The console has read the stored requests before the round begins.
    const close = isOpen ? await openConsole(bank.port) : () => undefined;
    await load.sign(paymentCreations(caller, count));
    const figures = await sendRound(load, bank, count);
    close();
    return figures;
  };
  for (let sent = 0; sent < sizes.warmUp; sent += sizes.perRound) {
    await creations(sizes.perRound, false);
    await creations(sizes.perRound, true);
  }
  const rounds: { readonly closed: Figures; readonly open: Figures }[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    // The order alternates, so that noise affects both equally.
    const isOpenFirst = round % 2 === 1;
    const first = await creations(sizes.perRound, isOpenFirst);
    const second = await creations(sizes.perRound, !isOpenFirst);
    rounds.push(isOpenFirst ? { closed: second, open: first } : { closed: first, open: second });
  }
  await bank.stop();
  report.section("CONSOLE", "payment creation with an open console", ["closed", "open", "ratio"]);
  const closed = rounds.map((round) => round.closed);
  const open = rounds.map((round) => round.open);
  reportAgainstFloor(report, closed, open, goals);
};

/** Does what an open console does: follows the summaries and reads the clock as they arrive. */
const openConsole = async (port: number): Promise<() => void> => {
  const control = openControl(`http://127.0.0.1:${port}`, undefined);
  const { worlds } = await control.get("/worlds");
  const world = worlds[0]?.worldId ?? "";
  const closing = new AbortController();
  let isStale = false;
  const follow = async (): Promise<void> => {
    const { signal } = closing;
    for await (const { event } of control.follow("/requests/summaries", { signal })) {
      isStale ||= event === "changed";
    }
  };
  follow().catch(() => undefined);
  const timer = setInterval(() => {
    if (!isStale) return;
    isStale = false;
    const reads = [control.get("/clock", { world }), control.get("/clock/preview", { world })];
    Promise.all(reads).catch(() => undefined);
  }, refreshMs);
  return () => {
    clearInterval(timer);
    closing.abort();
  };
};
