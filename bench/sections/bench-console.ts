import { openControl } from "@varde/protocol/control-client";
import { measureSides } from "../compare/measure-sides.ts";
import { copyForInstances, startSides, stopSides } from "../compare/sides.ts";
import { paymentCreations } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { atLeast, reportComparison } from "../report.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { type BenchRun, defineRounds, type Open } from "./bench-run.ts";

/** How often the console reads the clock again while events arrive. */
const refreshMs = 250;

/** An open console may cost the bank 3 %. Requests per second vary more with the machine. */
const goals = { requests: atLeast(0.95), cpu: atLeast(0.97) };

/** Measures L01 with open consoles and without, in alternating rounds on copies of one bank. */
export const benchConsole = async (run: BenchRun, open: Open): Promise<void> => {
  const { bank: place } = await open("console");
  const first = await startSandbox(place);
  const caller = await prepareCaller(first.port);
  await first.stop();
  const [closedCopies, openCopies] = [
    await copyForInstances(open, "console-closed", place),
    await copyForInstances(open, "console-open", place),
  ];
  const sides = await startSides({
    closed: closedCopies.map(
      ({ bank }) =>
        () =>
          startSandbox(bank),
    ),
    open: openCopies.map(
      ({ bank }) =>
        () =>
          startSandbox(bank),
    ),
  });
  const closeAll = await Promise.all(sides.open.map(({ port }) => openConsole(port)));
  const rounds = defineRounds(run, (count) => paymentCreations(caller, count));
  const { sides: figures, warmUp } = await measureSides(sides, rounds);
  for (const close of closeAll) close();
  await stopSides(sides);
  const heads = ["closed", "open", "ratio"];
  run.report.section("CONSOLE", "payment creation with an open console", heads, warmUp);
  reportComparison(run.report, figures.closed, figures.open, goals);
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
