import { check } from "recheck";
import { findSlowText } from "./patterns/find-slow-text.ts";
import { isRunningSource, listPatterns } from "./patterns/list-patterns.ts";
import { findMethod, type Method, readVerdicts, writeVerdicts } from "./patterns/verdicts.ts";
import { listFiles, root } from "./source/list-files.ts";
import { readSourceFile } from "./source/source-file.ts";

// npm run judge-patterns -- [--all]
// Judges the patterns that are not in tools/patterns/verdicts.json yet, or all of them.

const timeoutMs = 30_000;
const before = readVerdicts();
const isAll = process.argv.includes("--all");

/** Returns how a pattern was found to be linear, or undefined if it is not. */
async function judge(text: string): Promise<Method | undefined> {
  const known = findMethod(before, text);
  if (!isAll && (known !== undefined || text in before.superLinear)) return known;
  const end = text.lastIndexOf("/");
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)];
  const { status, checker } = await check(source, flags, { timeout: timeoutMs });
  if (status === "vulnerable") return undefined;
  const slow = findSlowText(new RegExp(source, flags));
  if (slow !== undefined) {
    console.log(`${text} is slow for ${JSON.stringify(slow)}`);
    return undefined;
  }
  // recheck is slower on machines without its native build: what it proved elsewhere stays proven.
  if (status === "unknown") return known ?? "timed";
  return checker === "automaton" ? "proven" : "fuzzed";
}

const patterns = listFiles()
  .filter(isRunningSource)
  .flatMap((path) => listPatterns(readSourceFile(root, path)));
const texts = (isComposed: boolean) =>
  [
    ...new Set(patterns.filter((each) => each.isComposed === isComposed).map(({ text }) => text)),
  ].sort();

const judged: [text: string, method: Method | undefined][] = [];
for (const text of texts(false)) judged.push([text, await judge(text)]);
const judgedAs = (wanted: Method | undefined) =>
  judged.filter(([, method]) => method === wanted).map(([text]) => text);
const withReasons = (list: readonly string[], reasons: Readonly<Record<string, string>>) =>
  Object.fromEntries(list.map((text) => [text, reasons[text] ?? ""]));

const verdicts = {
  proven: judgedAs("proven"),
  fuzzed: judgedAs("fuzzed"),
  timed: judgedAs("timed"),
  superLinear: withReasons(judgedAs(undefined), before.superLinear),
  composed: withReasons(texts(true), before.composed),
};
writeVerdicts(verdicts);
const { superLinear, composed } = verdicts;
for (const [text, reason] of Object.entries({ ...superLinear, ...composed })) {
  if (reason === "") console.log(`${text} needs a reason in tools/patterns/verdicts.json`);
}
const count = (method: Method) => `${verdicts[method].length} ${method}`;
console.log(
  `${judged.length} patterns: ${count("proven")}, ${count("fuzzed")}, ${count("timed")}, ` +
    `${Object.keys(superLinear).length} not linear; ${Object.keys(composed).length} composed`,
);
// The process of recheck would keep this one alive.
process.exit();
