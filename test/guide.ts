import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkServer, loadServerSettings } from "@varde/server";
import { parse, stringify } from "yaml";

const root = fileURLToPath(new URL("../", import.meta.url));
// Runs `npx varde` and `node` as the guides describe for a clone: npm run -s node -- file.mjs.
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const node: readonly string[] = scripts.node.split(" ").slice(1);

export const guidesFolder = new URL("../docs/guides/", import.meta.url);
/** The other guides continue where this one ends. */
export const firstGuide = "first-payment.md";

/** A fenced block of a guide. Marks are the words after its language. */
export interface GuideBlock {
  readonly line: number;
  readonly language: string;
  readonly marks: readonly string[];
  readonly code: string;
}

/** Reads all blocks of a guide. */
export const readBlocks = (name: string): readonly GuideBlock[] => {
  const markdown = readFileSync(new URL(name, guidesFolder), "utf8");
  return [...markdown.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map((found) => ({
    line: markdown.slice(0, found.index).split("\n").length,
    language: found[1] ?? "",
    marks: (found[2] ?? "").trim().split(" "),
    code: found[3] ?? "",
  }));
};

/** Returns the file that a block is written to, if it names one, as in `yaml bank.yaml`. */
export const fileOf = ({ marks: [mark = ""] }: GuideBlock): string | undefined =>
  /^[\w-]+(?:\.\w+)+$/.test(mark) ? mark : undefined;

const isRun = ({ language, marks }: GuideBlock): boolean =>
  marks.includes("run") && (language === "sh" || language === "js");

/**
 * Executes every block of a guide that is marked: `sh run`, `js run` and `sh run fails`, whose
 * output is compared with the block `text shows` after it, and `yaml bank.yaml`, whose settings are
 * checked. Files for other test runners are written and not run. Returns why blocks were skipped.
 */
export async function followGuide(
  name: string,
  place: GuideFolder,
  skip: (block: GuideBlock) => string | false = () => false,
): Promise<readonly string[]> {
  const blocks = readBlocks(name);
  const skipped: string[] = [];
  let isEmpty = true;
  let settings: Readonly<Record<string, unknown>> = {};
  for (const [at, block] of blocks.entries()) {
    const { language, marks, code: text, line } = block;
    const file = fileOf(block);
    const reason = skip(block);
    if (reason !== false) skipped.push(`${name}:${line}: ${reason}`);
    else if (file !== undefined && language === "yaml") {
      // A reader adds the settings to their file, or replaces those of the same name.
      settings = { ...settings, ...parse(text) };
      await place.check(file, stringify(settings));
    } else if (file !== undefined) {
      // A file may have several blocks, which a reader types one below the other.
      const own = blocks.slice(0, at + 1).filter((one) => fileOf(one) === file);
      place.write(file, own.map(({ code }) => code).join("\n"));
    }
    if (!isRun(block)) continue;
    isEmpty = false;
    const { code, output } = await place.run(block);
    const where = `${name}:${line}\n${output}`;
    assert.equal(code === 0, !marks.includes("fails"), where);
    const next = blocks[at + 1];
    if (next?.marks.includes("shows")) assert(isShown(next.code, output), where);
  }
  assert(!isEmpty, "a guide has something to run");
  return skipped;
}

/** Pays as the README says, at a bank of its own. */
export const payInEmptyFolder = async (protocol: "http" | "https"): Promise<void> => {
  const place = new GuideFolder();
  try {
    await place.startBank(protocol);
    await payAsReadmeSays(place);
  } finally {
    place.close();
  }
};

/** Pays as the README says: stops the command at the browser, and repeats it with --approve. */
export const payAsReadmeSays = async (place: GuideFolder): Promise<void> => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, makeTpp = "", pay = ""] =
    /^```sh\n(npx varde tpp .*)\n(npx varde pay .*)\n```$/m.exec(readme) ?? [];
  const [, approve = ""] = /repeat it with `(--approve \d+)`/.exec(readme) ?? [];
  assert.equal(await place.type(makeTpp).ended, 0);
  const waiting = place.type(pay);
  await waiting.shown(/Waiting for the PSU/);
  waiting.interrupt();
  assert.equal(await waiting.ended, 130);
  const again = place.type(`${pay} ${approve}`);
  assert.equal(await again.ended, 0, again.output());
  assert.match(again.output(), /ACSC/);
};

/** Records what a guide has done, and replays it without a difference. */
export const replayWhatHappened = async (place: GuideFolder): Promise<void> => {
  const typed = place.type("sh -c 'npx varde record whole.har && npx varde replay whole.har'");
  assert.equal(await typed.ended, 0, typed.output());
  assert.match(typed.output(), /Replayed \d+ steps, 0 differences/);
};

/** Sends a signal to a command and all that it has started, as a terminal does with Ctrl-C. */
const signal = (child: ChildProcess, name: "SIGINT" | "SIGKILL"): void => {
  const isOver = (child.exitCode ?? child.signalCode) !== null;
  if (child.pid === undefined || isOver) return;
  process.kill(-child.pid, name);
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

/**
 * A terminal in which guides are followed, with `npx varde` and the packages from source. With the
 * folder of a project that installed Varde from one file, it knows nothing of the source.
 */
export class GuideFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), "varde-guide-"));
  readonly #isInstalled: boolean;
  readonly #bank: string | undefined;
  readonly #exported: Record<string, string> = {};
  readonly #children = new Set<ChildProcess>();

  /** Uses a bank of the test, or the one that `startBank` starts in the folder. */
  constructor(bank?: string, project?: string) {
    this.#bank = bank;
    this.#isInstalled = project !== undefined;
    mkdirSync(join(this.#folder, "bin"));
    symlinkSync(join(project ?? root, "node_modules"), join(this.#folder, "node_modules"));
    if (project !== undefined) {
      copyFileSync(join(project, "package.json"), join(this.#folder, "package.json"));
      this.#addProgram("node", `exec "${process.execPath}" "$@"`);
      return;
    }
    const main = join(root, "packages/varde/src/main.ts");
    const command = `"${process.execPath}" ${node.join(" ")} "${main}" "$@"`;
    this.#addProgram("varde", `exec ${command}`);
    // npx itself takes most of a second; what it passes on is tested in test/journeys.
    this.#addProgram(
      "npx",
      `[ "$1" = varde ] || exit 1\nshift\nexport npm_lifecycle_event=npx\nexec ${command}`,
    );
  }

  #addProgram(name: string, script: string): void {
    const path = join(this.#folder, "bin", name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }

  /** Starts the bank as the first guide says, and lets the guides use it over this protocol. */
  async startBank(protocol: "http" | "https"): Promise<void> {
    const running = this.type("npx varde start --port 0 --https-port 0");
    await running.shown(/Ctrl-C stops the bank/);
    const [bank] = new RegExp(`${protocol}://127[.]0[.]0[.]1:\\d+`).exec(running.output()) ?? [];
    this.#exported.VARDE_BANK = bank ?? assert.fail(running.output());
  }

  /** Types a line and leaves it running. */
  type(line: string) {
    const child = spawn("sh", ["-c", `exec ${line}`], {
      cwd: this.#folder,
      env: this.#environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#children.add(child);
    let output = "";
    const ended = new Promise<number>((resolve) =>
      // As a shell reports it: npx ends by the signal that the program handles.
      child.once("close", (code, by) => resolve(code ?? 128 + constants.signals[by ?? "SIGTERM"])),
    );
    const shown = (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const look = () => pattern.test(output) && resolve();
        for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
        ended.then(() => reject(new Error(`${line} ended: ${output}`)));
        look();
      });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    return { shown, ended, output: () => output, interrupt: () => signal(child, "SIGINT") };
  }

  get path(): string {
    return this.#folder;
  }

  write(file: string, text: string): void {
    // As the first guide says, the packages of the one file have other names.
    const named = this.#isInstalled ? text.replaceAll('"@varde/', '"varde/') : text;
    writeFileSync(join(this.#folder, file), named);
  }

  /** Writes the configuration of a bank in production, and checks it as `varde serve --check`. */
  async check(file: string, text: string): Promise<void> {
    const environment = { DATABASE_URL: "postgres://db/varde" };
    const check = async (written: string) => {
      this.write(file, written);
      if (this.#isInstalled) {
        const words = ["varde", "serve", "--check", file];
        const { code, output } = await this.#spawn("npx", words, environment);
        if (code !== 0) throw new Error(output);
        return;
      }
      return checkServer(loadServerSettings(join(this.#folder, file), environment));
    };
    const own = text.replaceAll(/Sha256: \w{64}/g, `Sha256: ${randomBytes(32).toString("hex")}`);
    // As the guide says, the bank refuses the hashes that it shows.
    if (own !== text) await assert.rejects(check(text), /example of the documentation/);
    await check(own);
  }

  async run({
    language,
    code,
  }: GuideBlock): Promise<{ readonly code: number; readonly output: string }> {
    for (const [, name = "", value = ""] of code.matchAll(/^export (\w+)=(\S+)$/gm)) {
      this.#exported[name] = value;
    }
    if (language === "sh") return this.#spawn("sh", ["-e", "-u", "-c", code]);
    this.write("guide.mjs", code);
    const isHttps = this.#address.startsWith("https:");
    const trust = isHttps ? { NODE_EXTRA_CA_CERTS: ".varde-tpp/sandbox-ca.pem" } : {};
    const options = this.#isInstalled ? [] : node;
    return this.#spawn(process.execPath, [...options, "guide.mjs"], trust);
  }

  get #address(): string {
    return this.#exported.VARDE_BANK ?? this.#bank ?? "";
  }

  #environment() {
    const own = join(this.#folder, "bin");
    // Pages for operators say how to put varde of an installation on the path.
    const path = this.#isInstalled
      ? `${own}:${join(this.#folder, "node_modules/.bin")}:/usr/local/bin:/usr/bin:/bin`
      : `${own}:${process.env.PATH ?? ""}`;
    const { NODE_COMPILE_CACHE } = process.env;
    return {
      PATH: path,
      HOME: this.#folder,
      ...(this.#bank !== undefined && { VARDE_BANK: this.#bank }),
      NODE_COMPILE_CACHE,
      ...this.#exported,
    };
  }

  #spawn(program: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const env = { ...this.#environment(), ...more };
    const child = spawn(program, words, { cwd: this.#folder, env });
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
          output: output.replaceAll(this.#address, "http://127.0.0.1:8080"),
        });
      });
    });
  }

  close(): void {
    for (const child of this.#children) signal(child, "SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
