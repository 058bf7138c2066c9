const lengthMax = 300_000;
const slowMs = 50;
/** The growth for a text four times as long: 4 if time is linear, 16 if it is quadratic. */
const growthMax = 8;

/** Text that patterns meet: blanks, letters, digits, and the punctuation of our formats. */
const units = [..." aA0é_-=:,.;/%\\\"'<>{([&+@#\n", "\r\n", ", ", "aa ", "a=", '\\"'];
/** An end that most patterns cannot match, so that they go back and try again. */
const ends = ["", "\n!\0"];

/**
 * Returns the start of a text for which the pattern takes longer than linear time, or undefined if
 * none of those that we try does: after something that leads to one of its quantifiers, they repeat
 * a short text. They grow in small steps at first, so that an exponential pattern is found soon.
 */
export const findSlowText = (pattern: RegExp): string | undefined => {
  const starts = listStarts(pattern.source);
  const pumps = [...new Set([...units, ...starts])].filter((pump) => pump !== "");
  for (const start of starts) {
    for (const pump of pumps) {
      if (ends.some((end) => isSlowFor(pattern, start, pump, end))) return `${start}${pump}${pump}`;
    }
  }
  return undefined;
};

const isSlowFor = (pattern: RegExp, start: string, pump: string, end: string): boolean => {
  const measureFor = (length: number) =>
    measure(pattern, start + pump.repeat(Math.ceil(length / pump.length)) + end);
  // Twice, because garbage may have been collected during the first.
  const bestFor = (length: number) => Math.min(measureFor(length), measureFor(length));
  for (let length = 16; length <= lengthMax; length *= length < 256 ? 1.5 : 2) {
    if (measureFor(length) <= slowMs) continue;
    const ms = bestFor(length);
    if (ms > slowMs && ms > growthMax * bestFor(length / 4)) return true;
  }
  return false;
};

/** Measures all matches of a global pattern, since each of them may read the whole text. */
const measure = (pattern: RegExp, text: string): number => {
  const before = process.threadCpuUsage();
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, "");
  else pattern.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

const part =
  /(?<class>\[(?:\\.|[^\]\\])*\])|(?<escape>\\(?:[xu][0-9A-Fa-f]{2,4}|p\{\w+\}|.))|(?<quantifier>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|(?<group>\((?:\?(?:<?[=!]|:|<\w+>))?|[)^$])|(?<or>\|)|./gs;

/** Lists texts that lead to the quantifiers of a pattern, such as `SN=` for `/^SN= *(.*),/`. */
const listStarts = (source: string): readonly string[] => {
  const starts = new Set([""]);
  let text = "";
  let before = "";
  for (const { 0: written, groups = {} } of source.matchAll(part)) {
    if (groups.quantifier !== undefined) starts.add(before);
    else if (groups.or !== undefined) text = "";
    else if (groups.group === undefined) {
      before = text;
      text += sample(groups.class?.slice(1) ?? groups.escape ?? written);
    }
  }
  return [...starts];
};

/** Returns a character for an escape or a class: for a class, its first one. */
const sample = (written: string): string => {
  const [, kind, code = ""] = /^\\([a-zA-Z]?)([0-9A-Fa-f]*)/.exec(written) ?? [];
  if (kind === undefined) return /^[.^]/.test(written) ? "a" : written.charAt(0);
  if (kind === "") return written.charAt(1);
  if (code !== "") return String.fromCharCode(Number.parseInt(code, 16));
  return { s: " ", d: "0", n: "\n", r: "\r", t: "\t" }[kind] ?? "a";
};
