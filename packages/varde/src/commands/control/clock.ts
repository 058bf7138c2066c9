import { type ControlResponse, isInvalid, parseDateTime } from "@varde/protocol";
import type { ControlClient } from "@varde/protocol/control-client";
import {
  type Command,
  type Invocation,
  refuseExtraArguments,
  UsageError,
  unknownWord,
} from "../../command.ts";
import { findWorld } from "../../identity/find-world.ts";
import { openControlApi } from "../../identity/open-tpp.ts";
import { controlOptions } from "../../options.ts";
import { parseDurationIso } from "../../parse-duration.ts";

export const clock: Command = {
  usage: [
    "clock",
    "clock set TIME [--running]",
    "clock advance DURATION",
    "clock preview [DURATION]",
    "clock release",
  ],
  about: [
    "Shows or moves the clock of your TPP's sandbox world. set sets it to a time and stops it " +
      "there, unless you add --running. advance moves it forward and runs every batch and every " +
      "expiry on the way. preview lists what advancing would do, by default to the next batch. " +
      "release sets it back to the time of the machine.",
    "Write a time as 2026-12-24T08:00:00+01:00 and a duration as 1d, 3h, 90m or 30s, or as P1M " +
      "for a month. The Date header of requests is always compared with the clock of the machine.",
  ],
  options: {
    running: { about: "With set: let the clock run from there." },
    ...controlOptions,
  },
  examples: [
    { line: "varde clock advance 1d", about: "Move to tomorrow and run today's batches" },
    { line: "varde clock set 2026-12-24T08:00:00+01:00" },
    { line: "varde clock release" },
  ],
  run: async (invocation) => {
    const { terminal } = invocation;
    const [first, duration] = invocation.words;
    if (first === "preview") return preview(invocation, duration);
    const ask = readAct(invocation);
    const control = openControlApi(invocation);
    const state = await ask(control, await findWorld(invocation, control));
    terminal.line(`${state.now}  ${state.motion === "fixed" ? "stopped" : "running"}`);
    if ("batches" in state) terminal.line(`Batches run on the way: ${state.batches}`);
    terminal.json(state);
  },
};

const preview = async (invocation: Invocation, duration: string | undefined): Promise<void> => {
  const { terminal, words } = invocation;
  refuseExtraArguments(words.slice(2));
  const query = duration === undefined ? {} : { by: readDuration(duration) };
  const control = openControlApi(invocation);
  const world = await findWorld(invocation, control);
  const shown = await control.get("/clock/preview", { world, query });
  terminal.line(`Until ${shown.until}`);
  terminal.line(`  batches  ${shown.batches.length}`);
  terminal.line(`  payments they take  ${shown.payments}`);
  for (const { at, kind, id } of shown.expiring) terminal.line(`  expires  ${at}  ${kind} ${id}`);
  const more = shown.expiringCount - shown.expiring.length;
  if (more > 0) terminal.line(`  and ${more} more that expire`);
  terminal.json(shown);
};

const timeExample = "2026-12-24T08:00:00+01:00";

type Ask = (
  control: ControlClient,
  world: string,
) => Promise<ControlResponse<"readClock"> | ControlResponse<"advanceClock">>;

const readAct = ({ words, has }: Invocation): Ask => {
  const [act, value, ...more] = words;
  refuseExtraArguments(more);
  switch (act) {
    case undefined:
      return (control, world) => control.get("/clock", { world });
    case "set": {
      if (value === undefined) throw new UsageError(`give the time, like ${timeExample}`);
      if (isInvalid(parseDateTime(value))) {
        throw new UsageError(
          `"${value}" is not a time; write it like ${timeExample}, or use advance 1d for a day`,
        );
      }
      const motion = has("running") ? "running" : "fixed";
      return (control, world) => control.put("/clock", { world, body: { now: value, motion } });
    }
    case "advance": {
      if (value === undefined) throw new UsageError("give a duration, like 1d");
      const body = { by: readDuration(value) };
      return (control, world) => control.post("/clock/advance", { world, body });
    }
    case "release":
      return (control, world) => control.delete("/clock", { world });
    default:
      throw unknownWord("argument", act, ["set", "advance", "preview", "release"]);
  }
};

const readDuration = (given: string): string => parseDurationIso("the duration", given);
