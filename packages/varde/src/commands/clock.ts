import { parseDateTime } from "@varde/protocol";
import { type Command, type Invocation, UsageError } from "../command.ts";
import type { ControlClient } from "../control-client.ts";
import { findWorld, inWorld } from "../find-world.ts";
import { controlOf } from "../open-tpp.ts";
import { controlOptions } from "../options.ts";

interface ClockState {
  readonly now: string;
  readonly motion: "running" | "fixed";
  readonly batches?: number;
}

export const clock: Command = {
  usage: ["clock", "clock set TIME [--running]", "clock advance DURATION", "clock release"],
  about: [
    "Shows or moves the clock of your TPP's sandbox world. set puts it to a time, where it " +
      "stands still unless --running. advance goes forward and runs every batch and every " +
      "expiry on the way. release goes back to the machine's time.",
    "A time is like 2026-12-24T08:00:00+01:00, a duration like 1d, 3h, 90m, or P1M for a month. " +
      "The Date header of requests is always judged by the machine's clock.",
  ],
  options: {
    running: { type: "boolean", about: "With set: let the clock go on from there." },
    ...controlOptions,
  },
  examples: [
    { line: "varde clock advance 1d", about: "To tomorrow, with today's batches run" },
    { line: "varde clock set 2026-12-24T08:00:00+01:00" },
    { line: "varde clock release" },
  ],
  run: async (invocation) => {
    const { terminal } = invocation;
    const ask = readAct(invocation);
    const control = controlOf(invocation);
    const state = await ask(control, inWorld(await findWorld(invocation, control)));
    terminal.line(`${state.now}  ${state.motion === "fixed" ? "standing still" : "running"}`);
    if (state.batches !== undefined) terminal.line(`Batches run on the way: ${state.batches}`);
    terminal.json(state);
  },
};

const timeExample = "2026-12-24T08:00:00+01:00";

type Ask = (control: ControlClient, at: (path: string) => string) => Promise<ClockState>;

const readAct = ({ words, has }: Invocation): Ask => {
  const [act, value, ...more] = words;
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many`);
  switch (act) {
    case undefined:
      return (control, at) => control.get(at("/clock"));
    case "set": {
      if (value === undefined) throw new UsageError(`say the time to set, like ${timeExample}`);
      if (!parseDateTime(value).ok) {
        throw new UsageError(
          `"${value}" is no time; write it like ${timeExample}, or go on by a day with ` +
            "varde clock advance 1d",
        );
      }
      const motion = has("running") ? "running" : "fixed";
      return (control, at) => control.put(at("/clock"), { now: value, motion });
    }
    case "advance": {
      if (value === undefined) throw new UsageError("say how far, like 1d");
      return (control, at) => control.post(at("/clock/advance"), { by: formatDuration(value) });
    }
    case "release":
      return (control, at) => control.delete(at("/clock"));
    default:
      throw new UsageError(`it cannot "${act}"`);
  }
};

/** 1d, 3h, 90m and 30s as ISO 8601 has them; anything else is for the sandbox to judge. */
const formatDuration = (text: string): string => {
  const [, count, unit] = /^(\d+)([dhms])$/i.exec(text) ?? [];
  if (count === undefined || unit === undefined) return text;
  const letter = unit.toUpperCase();
  return letter === "D" ? `P${count}D` : `PT${count}${letter}`;
};
