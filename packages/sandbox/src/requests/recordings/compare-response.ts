import { isRecord } from "@varde/protocol";
import type { Bindings } from "./labels.ts";

/** A response as a recording has it, and as the replayed bank sent it. */
export interface ComparedResponse {
  /** HTTP status; 0 if the connection was closed. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if it is not known. */
  readonly body: string | undefined;
}

/** A place where the two differ. A missing value is undefined. */
export interface Difference {
  /** `status`, `header` with its name, or `body` with a JSON pointer. */
  readonly where: string;
  readonly recorded: string | undefined;
  readonly replayed: string | undefined;
}

/** A difference between a recorded response and the one of the replaying bank. */
export interface ReplayDifference extends Difference {
  /** Position of the entry in the recording, from 1. */
  readonly entry: number;
  /** Method and path of the request. */
  readonly request: string;
}

/** The result of a replay. */
export interface Replay {
  /** Number of requests, SCAs and control calls in the recording. */
  readonly entries: number;
  readonly differences: readonly ReplayDifference[];
  /** Entries that could not be repeated. */
  readonly skipped: readonly {
    readonly entry: number;
    readonly request: string;
    readonly reason: string;
  }[];
}

/**
 * Headers that no two banks send alike: of the connection, of the signature, the time, and those
 * that every response has.
 */
const differentByNature: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "transfer-encoding", "content-length", "date"],
  ...["signature", "digest", "aspsp-signature-certificate"],
  ...["x-request-id", "content-type", "cache-control", "x-content-type-options"],
]);

const differencesMax = 20;
const shownCharacters = 200;

/** Compares a response with the recorded one. Labels without a value take the value they meet. */
export const compareResponse = (
  recorded: ComparedResponse,
  replayed: ComparedResponse,
  bindings: Bindings,
): readonly Difference[] =>
  [
    ...compareValues("status", recorded.status, replayed.status, bindings),
    ...compareHeaders(recorded.headers, replayed.headers, bindings),
    ...(recorded.body === undefined
      ? []
      : compareBodies(recorded.body, replayed.body ?? "", bindings)),
  ].slice(0, differencesMax);

function* compareHeaders(
  recorded: Readonly<Record<string, string>>,
  replayed: Readonly<Record<string, string>>,
  bindings: Bindings,
): Generator<Difference> {
  const names = new Set([...Object.keys(recorded), ...Object.keys(replayed)]);
  for (const name of names) {
    if (differentByNature.has(name)) continue;
    const [one, other] = [own(recorded, name), own(replayed, name)];
    yield* compareValues(`header ${plain(name)}`, one, other, bindings);
  }
}

function* compareBodies(
  recorded: string,
  replayed: string,
  bindings: Bindings,
): Generator<Difference> {
  const [one, other] = [parse(recorded), parse(replayed)];
  if (one === undefined || other === undefined) {
    yield* compareValues("body", recorded, replayed, bindings);
  } else yield* compareValues("body", one, other, bindings);
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Yields the differences between two values, with the path of each. */
function* compareValues(
  where: string,
  recorded: unknown,
  replayed: unknown,
  bindings: Bindings,
): Generator<Difference> {
  const isList = Array.isArray(recorded) && Array.isArray(replayed);
  if (isList || (isRecord(recorded) && isRecord(replayed))) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
      const [one, other] = [own(recorded, name), own(replayed, name)];
      yield* compareValues(pointTo(where, name), one, other, bindings);
    }
    return;
  }
  const isSame =
    typeof recorded === "string" && typeof replayed === "string"
      ? bindings.matches(recorded, replayed)
      : recorded === replayed;
  if (!isSame) yield { where, recorded: show(recorded), replayed: show(replayed) };
}

/** Returns a value of a file from outside, whose names may be those of JavaScript itself. */
const own = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

const pointTo = (where: string, name: string): string => {
  const step = plain(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `${where === "body" ? "body " : where}/${step}`;
};

/** Formats a text for a reader: a recording may have anything in it. */
export const plain = (text: string): string => {
  const shown = text.slice(0, shownCharacters).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?");
  return text.length <= shownCharacters ? shown : `${shown}…`;
};

const show = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === "string") return plain(value);
  try {
    return plain(JSON.stringify(value));
  } catch {
    return "(nested too deeply to be shown)";
  }
};
