import { readFileSync } from "node:fs";

/** The version of this package, which all packages of Varde share. */
export const storageVersion: string = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;

/** Returns whether a version is older than another one; ignores what follows the three numbers. */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [version, other].map((each) => each.split(/[.-]/).slice(0, 3).map(Number));
  const at = left?.findIndex((number, index) => number !== right?.[index]) ?? -1;
  return at >= 0 && (left?.[at] ?? 0) < (right?.[at] ?? 0);
}
