import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { environmentName, isHostSetting, sandboxSettings } from "@varde/sandbox";
import { unhinderedMs } from "@varde/testkit/processes";
import { commands } from "../src/commands/index.ts";
import { formatCommandHelp, formatHelp, nameProgram } from "../src/help.ts";
import { parseInvocation } from "../src/parse-invocation.ts";
import { CommandLine } from "./a-command-line.ts";

/** Splits a line into words like a shell, well enough for the examples in the help. */
const splitWords = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );

const programs = ["varde", "npx varde"];

describe("help", () => {
  for (const program of programs) {
    test(`${program} --help lists every command and shows a first payment, in 90 columns`, () => {
      const help = formatHelp(program);
      for (const { name, summary } of commands) {
        assert.match(help, new RegExp(`${name} +${summary.slice(0, 20)}`));
      }
      for (const line of help.split("\n")) assert(line.length <= 90, line);
      const steps = ["start", "tpp new", "pay --from .*", "status"];
      const pattern = steps.map((step) => `  ${program} ${step}\n`).join(".*");
      assert.match(help, new RegExp(pattern, "s"));
    });
  }

  for (const { name, load } of commands) {
    test(`varde ${name} --help explains each option and has examples that parse`, async () => {
      const command = await load();
      const help = formatCommandHelp(command, "varde");
      for (const option of Object.keys(command.options)) assert(help.includes(`--${option}`));
      assert(command.examples.length > 0);
      const rows = help.split("\n").filter((line) => /^ {2}(?:-\w,| {3}) --/.test(line));
      assert.equal(rows.length, Object.keys(command.options).length, "the columns are aligned");
      for (const program of programs) {
        const lines = formatCommandHelp(command, program).split("\n");
        for (const line of lines) assert(line.length <= 90, line);
        if (program !== "varde") assert(lines.every((line) => !/(^| {2})varde /.test(line)));
      }
      const lines = command.examples
        .flatMap(({ line }) => line.replaceAll("\\\n", " ").split(/\n|&&|\|/))
        .map((line) => splitWords(line.trim().replace(/^(?:[A-Z_]+=\S+ )+/, "")))
        .filter(([program, each]) => program === "varde" && each === name);
      for (const [, , ...rest] of lines) parseInvocation(rest, command, {});
      assert(lines.length > 0);
    });
  }

  test("varde start --help has every variable of the sandbox itself", async () => {
    const help = formatCommandHelp((await import("../src/commands/bank/start.ts")).start, "varde");
    for (const [name, declared] of Object.entries(sandboxSettings)) {
      if (isHostSetting(name)) assert(help.includes(`  ${environmentName(name, declared)} `), name);
    }
  });

  test("an unknown command, option or argument exits with 2 and points to the help", async () => {
    const varde = new CommandLine();
    const tries = [
      ["fly"],
      ["pay", "--form", "1"],
      ["status", "--all", "x"],
      ["tpp", "old"],
      ["explain"],
    ];
    const ended = await Promise.all(tries.map((words) => varde.run(...words)));
    assert.deepEqual(
      ended.map(({ code }) => code),
      [2, 2, 2, 2, 2],
    );
    for (const { stderr } of ended) assert.match(stderr, /--help/);
    varde.close();
  });

  const misspelt: readonly (readonly [string, RegExp])[] = [
    ["pya", /unknown command "pya"; did you mean pay\?/],
    ["pay --form 1", /unknown option "--form"; did you mean --from\?/],
    ["pay --product domstic --to 1", /unknown product "domstic"; did you mean domestic\?/],
    ["tpp nwe", /unknown argument "nwe"; did you mean new\?/],
    ["clock advnce", /did you mean advance\?/],
    ["snapshot restor x", /did you mean restore\?/],
    ["scenario ad", /did you mean add\?/],
    ["transactions --status bookd", /unknown status "bookd"; did you mean booked\?/],
    ["completion fihs", /did you mean fish\?/],
    ["help stat", /did you mean start\?/],
    ["pay --to 1", /--from, --name, --amount are missing/],
    ["status --timeout soon", /--timeout must be a duration like 500ms, 30s, .*, not "soon"/],
    ["transactions --from yesterday", /--from must be a date like/],
    ["approve", /give a link or the id/],
  ];
  for (const [line, sentence] of misspelt) {
    test(`varde ${line} exits with 2 and says what was meant`, async () => {
      const varde = new CommandLine();
      if (line.startsWith("status")) await varde.run("tpp", "new", "--self-signed");
      const { code, stderr, stdout } = await varde.run(...line.split(" "));
      assert.equal(code, 2);
      assert.match(stderr, sentence);
      assert.equal(stdout, "");
      const json = await varde.run(...line.split(" "), "--json");
      assert.equal(json.stderr, "");
      assert.equal(JSON.parse(json.stdout).error.kind, "usage");
      varde.close();
    });
  }

  test("a failure shows commands as they are typed", async () => {
    for (const [environment, program] of [
      [{}, "varde"],
      [{ npm_lifecycle_event: "npx" }, "npx varde"],
    ] as const) {
      const varde = new CommandLine(undefined, environment);
      const failed = await varde.run("banks", "--admin", "http://127.0.0.1:1");
      assert.match(failed.stderr, new RegExp(` Is ${program} serve running`));
      const misused = await varde.run("logs", "--bank", "nowhere");
      assert.match(misused.stderr, new RegExp(`^varde logs: .* See ${program} logs --help`));
      varde.close();
    }
    assert.equal(
      nameProgram("Run npx varde start, or varde serve.", "varde"),
      "Run varde start, or varde serve.",
    );
  });

  test("an unreachable bank exits with 3", async () => {
    const varde = new CommandLine("http://127.0.0.1:1");
    const { code, stderr } = await varde.run("tpp", "new");
    assert.equal(code, 3);
    assert.match(stderr, /varde start --port 1\n.*VARDE_BANK/);
    varde.close();
  });

  test("a refused connection is reported once and at once, with 3 from every command", async () => {
    const varde = new CommandLine("http://127.0.0.1:1");
    await varde.run("tpp", "new", "--self-signed");
    for (const words of [["status", "x"], ["accounts"], ["clock"], ["logs"], ["batch"]]) {
      const startedAt = unhinderedMs();
      const { code, stderr } = await varde.run(...words);
      assert.equal(code, 3, stderr);
      assert.equal(stderr.match(/ECONNREFUSED|does not respond|No response/g)?.length, 1, stderr);
      assert.doesNotMatch(stderr, /\b1 attempts/);
      assert(unhinderedMs() - startedAt < 2_000, "it waited");
    }
    varde.close();
  });

  test("--version prints the version of the package", async () => {
    const varde = new CommandLine();
    const { version } = JSON.parse(
      readFileSync(new URL("../package.json", import.meta.url), "utf8"),
    );
    for (const word of ["--version", "-V", "-v"]) {
      assert.equal((await varde.run(word)).stdout, `${version}\n`);
    }
    varde.close();
  });

  test("no colours are written if the output is not a terminal", async () => {
    const varde = new CommandLine();
    const { stdout } = await varde.run("--help");
    assert.doesNotMatch(stdout, /[^\P{Cc}\n]/u);
    varde.close();
  });
});
