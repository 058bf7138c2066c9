import {
  type Argument,
  abortSignal,
  durationMs,
  fields,
  filledText,
  kind,
  optional,
} from "../check-arguments.ts";
import { Psu } from "../psu/psu.ts";

const psuKind = kind("a PSU of client.psu(…)", (value) => value instanceof Psu);

/** The PSU that a call is for. */
export const aPsu: Argument = ["psu", psuKind];
export const maybePsu: Argument = ["psu", optional(psuKind)];

/** The fields of `CallOptions`. */
export const callFields = {
  requestId: optional(filledText),
  signal: optional(abortSignal),
  timeoutMs: optional(durationMs),
} as const;

/** The last argument of most methods. */
export const callOptions: Argument = ["options", optional(fields(callFields))];

export const id = (name: string): Argument => [name, filledText];
