import { signal } from "@preact/signals";
import type { ControlResponse } from "@varde/protocol";
import { control, isRefused } from "./control.ts";
import { addExchange, clearExchanges, noteMissed } from "./exchanges.ts";

export type World = ControlResponse<"listWorlds">["worlds"][number];
type ClockState = ControlResponse<"readClock">;

const storageKey = "varde.console.world";
const retryMs = 1_000;
const refreshMs = 250;

export type ListedBank = ControlResponse<"listBanks">["banks"][number];

/** The banks of the sandbox; most have one. */
export const banks = signal<readonly ListedBank[]>([]);
export const worlds = signal<readonly World[]>([]);
export const worldId = signal<string | undefined>(undefined);
export const connection = signal<"connecting" | "live" | "away" | "refused">("connecting");
/** The clock of the world, and when it was read. */
export const clock = signal<(ClockState & { readonly readAt: number }) | undefined>(undefined);
export const nextBatchAt = signal<string | undefined>(undefined);
export const nextExpiry = signal<ControlResponse<"previewClock">["nextExpiry"]>(undefined);
/** Counts changes of payments, baskets and SCAs, so that what shows them reads them again. */
export const changes = signal(0);

/** Follows the events of all worlds for as long as the page is open. */
export const followWorlds = async (): Promise<void> => {
  for (;;) {
    try {
      await Promise.all([readWorlds(), readBanks()]);
      await readEvents();
    } catch (error) {
      if (isRefused(error)) {
        connection.value = "refused";
        return;
      }
    }
    connection.value = "away";
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
};

/** Chooses the world whose clock, people and scenarios this tab shows, also after a reload. */
export const selectWorld = (id: string): void => {
  sessionStorage.setItem(storageKey, id);
  if (worldId.value === id) return;
  worldId.value = id;
  clock.value = undefined;
  void readClock();
};

/** Lists the worlds, and chooses the selected one again, or else the one that was used last. */
export const readWorlds = async (): Promise<void> => {
  worlds.value = (await control.get("/worlds")).worlds;
  const selected = worldId.value ?? sessionStorage.getItem(storageKey);
  const known = worlds.value.find((world) => world.worldId === selected);
  const [newest] = worlds.value.toSorted(
    (one, other) => other.lastUsedAt - one.lastUsedAt || other.openedAt - one.openedAt,
  );
  worldId.value = (known ?? newest)?.worldId;
};

const readBanks = async (): Promise<void> => {
  banks.value = (await control.get("/banks")).banks;
};

const readEvents = async (): Promise<void> => {
  for await (const { event, data } of control.follow("/requests/summaries", {})) {
    if (event === "open") showOpen();
    if (event === "summary") addExchange(data);
    if (event === "missed") noteMissed(data.requests);
    if (event === "changed") refreshSoon();
    if (event === "worlds") void relistWorlds();
  }
};

/** Counts changes of the TPPs that the sandbox knows. */
export const tppChanges = signal(0);

const relistWorlds = async (): Promise<void> => {
  tppChanges.value += 1;
  try {
    await readWorlds();
    await readClock();
  } catch {
    // The stream reports that the sandbox is away.
  }
};

/** Starts with an empty list: the stream sends what the sandbox has stored. */
const showOpen = (): void => {
  clearExchanges();
  connection.value = "live";
  refreshSoon();
};

let isRefreshing = false;

/** Reads again what an event may have changed; many events at once cause one reading. */
export const refreshSoon = (): void => {
  if (isRefreshing) return;
  isRefreshing = true;
  setTimeout(() => {
    isRefreshing = false;
    changes.value += 1;
    void readClock();
  }, refreshMs);
};

export const readClock = async (): Promise<void> => {
  const world = worldId.value;
  if (world === undefined) return;
  try {
    const [state, preview] = await Promise.all([
      control.get("/clock", { world }),
      control.get("/clock/preview", { world }),
    ]);
    clock.value = { ...state, readAt: Date.now() };
    nextBatchAt.value = preview.batches[0]?.dueAt;
    nextExpiry.value = preview.nextExpiry;
  } catch {
    // The stream reports that the sandbox is away.
  }
};

/** Returns the present time of the world, in epoch milliseconds. */
export const worldNow = (): number => {
  const state = clock.value;
  if (state === undefined) return Date.now();
  const passed = state.motion === "running" ? Date.now() - state.readAt : 0;
  return Date.parse(state.now) + passed;
};
