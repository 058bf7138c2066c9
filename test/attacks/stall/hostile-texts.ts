/** Returns a text of exactly this length. */
type Shape = (length: number) => string;

/** Repeats a unit between a start and an end, so that what looks for the end starts over often. */
const run =
  (unit: string, { from = "", to = "" } = {}): Shape =>
  (length) => {
    const room = Math.max(0, length - from.length - to.length);
    const repeated = unit.repeat(Math.ceil(room / unit.length)).slice(0, room);
    return `${from}${repeated}${to}`.slice(0, length);
  };

/**
 * Texts that are expensive for a reader that tries again at every character. Blanks have an end,
 * because HTTP removes those around a value.
 */
export const hostileShapes = {
  letters: run("a"),
  digits: run("9"),
  "mixed case": run("aB"),
  "letters with an end": run("a", { to: "!" }),
  blanks: run(" ", { from: "x", to: "x" }),
  tabs: run("\t", { from: "x", to: "x" }),
  "words with blanks": run("a ", { to: "!" }),
  quotes: run('"'),
  "nested quotes": run("\"'"),
  "quotes after signs": run('="', { to: "!" }),
  backslashes: run("\\"),
  "escaped quotes": run('\\"'),
  "half-open encoded words": run("=?utf-8?B?"),
  percents: run("%"),
  "half percents": run("%2"),
  commas: run(","),
  "commas with blanks": run(", ", { to: "!" }),
  equals: run("="),
  "colons after signs": run("=:", { to: "!" }),
  "serial number and blanks": run(" ", { from: "SN=", to: "x" }),
  "many issuers": run(",CA=", { from: "SN=1" }),
  "algorithms without a hash": run("SHA-256=,"),
  "almost base64": run("MIIB", { to: "!" }),
  "almost base64url": run("_-8A", { to: "!" }),
  "hex with colons": run("0a:", { to: "!" }),
  "PEM without an end": run("-----BEGIN CERTIFICATE-----"),
  "JSON openers": run('{"a":['),
  "non-ASCII bytes": run("\u00e5\u00ff"),
  "lone surrogates": run("\\ud800"),
  "parameter separators": run(";a=b"),
  "cookie pairs": run("a=b; ", { to: "!" }),
  "steps upwards": run("../"),
  "dots and colons": run(".::"),
  hyphens: run("a-", { to: "!" }),
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof hostileShapes;
export const shapeNames = Object.keys(hostileShapes) as readonly ShapeName[];

/** Whether the text replaces a valid value, or is added to it. */
export const positions = ["instead", "after", "before"] as const;
export type Position = (typeof positions)[number];

/** A way to spoil a value. */
export interface Hostility {
  readonly shape: ShapeName;
  readonly length: number;
  readonly position: Position;
}

/** Returns the value with a hostile text; both together have the length. */
export const spoil = (value: string, { shape, length, position }: Hostility): string => {
  const hostile = hostileShapes[shape];
  if (position === "instead" || value.length >= length) return hostile(length);
  const text = hostile(length - value.length);
  return position === "after" ? value + text : text + value;
};

export const describeHostility = ({ shape, length, position }: Hostility): string =>
  `${length} characters of ${shape} ${position === "instead" ? "alone" : `${position} the value`}`;
