import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../packages/varde/src/main.ts", import.meta.url));
const words = ["--conditions=varde-source", "--disable-warning=ExperimentalWarning", main];
const helps = new Map<string, string>();

const help = (command: string): string =>
  helps.getOrInsertComputed(command, () =>
    execFileSync(process.execPath, [...words, ...command.split(" ").filter(Boolean), "--help"], {
      encoding: "utf8",
    }),
  );

/** Asserts that a line that runs varde names a command and options that exist. */
export const checkVardeLine = (line: string): void => {
  const [program, command = "", ...rest] = line.split(/\s+/);
  if (program !== "varde") return;
  assert.match(help(""), new RegExp(`^ +${command} `, "m"), line);
  for (const option of rest.filter((word) => word.startsWith("--"))) {
    assert(help(command).includes(option.split("=")[0] ?? option), line);
  }
};
