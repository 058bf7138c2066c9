import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
// Runs `varde` and `node` as the guides describe for a clone: npm run -s node -- file.mjs.
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const node: readonly string[] = scripts.node.split(" ").slice(1);

export const guidesFolder = new URL("../docs/guides/", import.meta.url);
/** The other guides continue where this one ends. */
export const firstGuide = "first-payment.md";

/** Executes every block of a guide and compares what the guide shows with the output. */
export async function followGuide(name: string, place: GuideFolder): Promise<void> {
  const steps = readGuide(readFileSync(new URL(name, guidesFolder), "utf8"));
  assert(steps.length > 0, "a guide has something to run");
  for (const step of steps) {
    const { code, output } = await place.run(step);
    const where = `${name}:${step.line}\n${output}`;
    assert.equal(code === 0, !step.isRefused, where);
    if (step.shows !== undefined) assert(isShown(step.shows, output), where);
  }
}

/** An executed block of a guide, with the output that the guide shows. */
interface GuideStep {
  readonly line: number;
  readonly language: "sh" | "js";
  readonly isRefused: boolean;
  readonly code: string;
  readonly shows: string | undefined;
}

/**
 * Reads the marked blocks of a guide. Marks in the first line: `sh run`, `js run`, `sh run fails`;
 * `text shows`.
 */
const readGuide = (markdown: string): readonly GuideStep[] => {
  const blocks = [...markdown.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map((found) => ({
    line: markdown.slice(0, found.index).split("\n").length,
    language: found[1] ?? "",
    marks: (found[2] ?? "").trim().split(" "),
    code: found[3] ?? "",
  }));
  return blocks.flatMap(({ line, language, marks, code }, at) => {
    if (!marks.includes("run") || (language !== "sh" && language !== "js")) return [];
    const next = blocks[at + 1];
    const shows = next?.marks.includes("shows") ? next.code : undefined;
    return [{ line, language, isRefused: marks.includes("fails"), code, shows }];
  });
};

/** Returns whether an output matches a guide: … matches anything, and alone on a line any lines. */
export const isShown = (shows: string, output: string): boolean => {
  const lines = shows.trimEnd().split("\n");
  const pattern = lines
    .map((line) =>
      line === "…"
        ? "(?:[^\\n]*\\n)*"
        : `${line.split("…").map(RegExp.escape).join("[^\\n]*")}[ ]*\\n`,
    )
    .join("");
  return new RegExp(`^${pattern}$`).test(`${output.trimEnd()}\n`);
};

/** A terminal in which guides are followed, with `varde` on the path and the packages installed. */
export class GuideFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), "varde-guide-"));
  readonly #bank: string;
  readonly #exported: Record<string, string> = {};

  constructor(bank: string) {
    this.#bank = bank;
    const main = join(root, "packages/varde/src/main.ts");
    const command = join(this.#folder, "bin/varde");
    mkdirSync(join(this.#folder, "bin"));
    writeFileSync(
      command,
      `#!/bin/sh\nexec "${process.execPath}" ${node.join(" ")} "${main}" "$@"\n`,
    );
    chmodSync(command, 0o755);
    symlinkSync(join(root, "node_modules"), join(this.#folder, "node_modules"));
  }

  async run({
    language,
    code,
  }: GuideStep): Promise<{ readonly code: number; readonly output: string }> {
    for (const [, name = "", value = ""] of code.matchAll(/^export (\w+)=(\S+)$/gm)) {
      this.#exported[name] = value;
    }
    if (language === "sh") return this.#spawn("sh", ["-e", "-u", "-c", code]);
    writeFileSync(join(this.#folder, "guide.mjs"), code);
    return this.#spawn(process.execPath, [...node, "guide.mjs"]);
  }

  #spawn(program: string, words: readonly string[]) {
    const path = `${join(this.#folder, "bin")}:${process.env.PATH ?? ""}`;
    const { NODE_COMPILE_CACHE } = process.env;
    const environment = {
      PATH: path,
      HOME: this.#folder,
      VARDE_BANK: this.#bank,
      NODE_COMPILE_CACHE,
      ...this.#exported,
    };
    const child = spawn(program, words, { cwd: this.#folder, env: environment });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.stdin.end();
    return new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
      child.once("close", (code) => {
        // Guides use the bank's default address.
        resolve({
          code: code ?? 1,
          output: output.replaceAll(this.#bank, "http://127.0.0.1:8080"),
        });
      });
    });
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
