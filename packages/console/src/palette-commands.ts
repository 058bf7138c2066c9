import { attempt, control } from "./live/control.ts";
import { isPaused, pause } from "./live/exchanges.ts";
import { goTo } from "./live/route.ts";
import { readClock, refreshSoon, worldId } from "./live/world.ts";
import { saveRecording } from "./scenarios/save-recording.ts";

export interface PaletteCommand {
  readonly name: string;
  run(): unknown;
}

const advance = (by: string | undefined) => async (): Promise<void> => {
  const world = worldId.value;
  if (world === undefined) return;
  await attempt(async () => {
    const query = by === undefined ? {} : { by };
    const { now, until } = await control.get("/clock/preview", { world, query });
    const ms = Math.max(1, Date.parse(until) - Date.parse(now));
    await control.post("/clock/advance", { world, body: { by: ms } });
  }, "The clock was advanced.");
  await readClock();
  refreshSoon();
};

const runBatch = async (): Promise<void> => {
  const world = worldId.value;
  if (world === undefined) return;
  await attempt(() => control.post("/batches", { world }), "The batch has run.");
  refreshSoon();
};

const record = async (): Promise<void> => {
  if (worldId.value !== undefined) await saveRecording(worldId.value);
};

const worldCommands: readonly PaletteCommand[] = [
  { name: "Save a recording of the world", run: record },
  { name: "Run a batch now", run: runBatch },
  { name: "Advance the clock to the next batch", run: advance(undefined) },
  { name: "Advance the clock by an hour", run: advance("PT1H") },
  { name: "Advance the clock by a day", run: advance("P1D") },
];

/** Lists the commands whose names have every word of the text; an id opens its payment. */
export const listCommands = (text: string): readonly PaletteCommand[] => {
  const all: readonly PaletteCommand[] = [
    { name: "Go to requests", run: () => goTo("#/requests") },
    { name: "Go to payments", run: () => goTo("#/payments") },
    { name: "Go to baskets", run: () => goTo("#/baskets") },
    { name: "Go to people and accounts", run: () => goTo("#/people") },
    { name: "Go to consents", run: () => goTo("#/consents") },
    { name: "Go to scenarios and snapshots", run: () => goTo("#/scenarios") },
    { name: "Go to TPPs and certificates", run: () => goTo("#/tpps") },
    { name: "Go to readiness", run: () => goTo("#/readiness") },
    { name: "Go to figures", run: () => goTo("#/figures") },
    { name: "Make a first payment", run: () => goTo("#/start") },
    { name: "Open the reference", run: () => location.assign("/docs") },
    {
      name: isPaused.value ? "Resume the list of requests" : "Pause the list of requests",
      run: () => pause(!isPaused.value),
    },
    ...(worldId.value === undefined ? [] : worldCommands),
  ];
  const id = text.trim();
  const words = id.toLowerCase().split(/\s+/);
  return [
    ...(/^[0-9a-f-]{36}$/i.test(id)
      ? [{ name: `Open payment ${id}`, run: () => goTo(`#/payments/${id}`) }]
      : []),
    ...all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))),
  ];
};

/** Returns the next position in a list, which continues at its other end. */
export const stepThrough = (length: number, at: number, step: number): number =>
  (at + step + length) % Math.max(1, length);
