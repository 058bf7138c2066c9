import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { WriteStream } from "node:tty";
import { formatTable } from "../src/output/format-table.ts";
import { hideControls, openTerminal } from "../src/output/terminal.ts";
import { parseDurationIso, parseDurationMs } from "../src/parse-duration.ts";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const headings = ["PAYMENT", "AMOUNT", "PAYEE", "TPP"];
const row = ["0198c0de-7a51", "1240.00", "Fossekall Kraft og Varme AS", "Example TPP of a bank"];

describe("output in a terminal", () => {
  const print = (facts: { isTTY?: boolean; columns?: number }): string => {
    let text = "";
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const stdout = Object.assign(stream, facts) as unknown as NodeJS.WriteStream;
    const terminal = openTerminal(false, { stdout, stderr: process.stderr });
    terminal.table(headings, [row], [1]);
    terminal.line(terminal.paint("red", "wrong"));
    return text;
  };

  test("a table is as wide as the terminal, and loses nothing", () => {
    const lines = print({ isTTY: true, columns: 50 }).trimEnd().split("\n").slice(0, -1);
    for (const line of lines) assert(line.length <= 50, line);
    assert(lines.length > 2);
    for (const word of row.flatMap((cell) => cell.split(" "))) {
      assert(lines.join("\n").includes(word), word);
    }
    assert.match(lines[1] ?? "", /^0198c0de-7a51 {2}1240\.00 /);
  });

  test("a table that is not printed to a terminal has one line for each row", () => {
    const lines = print({}).trimEnd().split("\n");
    assert.equal(lines.length, 3);
    assert(lines[1]?.endsWith(row.at(-1) ?? ""));
  });

  test("ids and amounts stay whole in the narrowest terminal", () => {
    const lines = formatTable(headings, [row], { right: [1], widthMax: 10 });
    assert.match(lines[1] ?? "", /^0198c0de-7a51 {2}1240\.00/);
  });

  test("colours are written to a terminal only, and never with NO_COLOR", (t) => {
    const before = { ...process.env };
    t.after(() => {
      process.env = before;
    });
    process.env = { TERM: "xterm-256color" };
    const coloured = "\u001b[31mwrong";
    assert(!print({}).includes(coloured));
    const { getColorDepth, hasColors } = WriteStream.prototype;
    const terminal = { isTTY: true, columns: 80, getColorDepth, hasColors };
    assert(print(terminal).includes(coloured));
    process.env.NO_COLOR = "1";
    assert(!print(terminal).includes(coloured));
  });

  test("a text from outside cannot give orders to the terminal, nor turn its direction", () => {
    const orders = ["\u001b]0;x\u0007", "\u009b2J", "\u009d0;x\u009c", "\u0090x", "\u007f", "\b\b"];
    for (const order of [...orders, "\u202eabc", "\u2066abc"]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
      assert.doesNotMatch(hideControls(order), /[\u0000-\u001f\u007f-\u009f\u202a-\u2069]/);
    }
    assert.equal(
      hideControls("Blåbær\n\u001b[31mred\u001b[39m"),
      "Blåbær\n\u001b[31mred\u001b[39m",
    );
  });

  test("durations have one notation", () => {
    const forms = {
      "500ms": 500,
      "30s": 30_000,
      "90m": 5_400_000,
      "3h": 10_800_000,
      "1D": 86_400_000,
    };
    for (const [given, ms] of Object.entries(forms)) {
      assert.equal(parseDurationMs("--timeout", given), ms);
    }
    assert.equal(parseDurationIso("the duration", "90m"), "PT90M");
    assert.equal(parseDurationIso("the duration", "1d"), "P1D");
    assert.equal(parseDurationIso("the duration", "1500ms"), "PT1.5S");
    assert.equal(parseDurationIso("the duration", "p1m"), "P1M");
    for (const wrong of ["5", "soon", "1 d", "-1s", "1w2d", "", "1.5h"]) {
      assert.throws(
        () => parseDurationMs("--delay", wrong),
        /--delay must be a duration like 500ms/,
      );
      assert.throws(() => parseDurationIso("it", wrong), /it must be a duration like 500ms/);
    }
    assert.throws(() => parseDurationMs("--timeout", "25d"), /at most 24d/);
    assert.throws(() => parseDurationMs("--timeout", "5"), /add the unit, as in 5s/);
  });
});

describe("a reader that closes the pipe", () => {
  let varde: CommandLine;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ varde } = await aBankWithTpp(opened));
  });
  after(() => opened.disposeAsync());

  const lines = [
    "--help",
    "pay --help",
    "completion bash",
    "config",
    "customers",
    "customers --json",
    "logs",
    "logs --follow",
    "tpp show",
    "transactions --approve 03848420491",
  ];
  for (const line of lines) {
    test(`varde ${line} ends quietly`, async () => {
      const running = varde.start(line.split(" "), "", { VARDE_LOG: "none" });
      running.closeOutput("stdout");
      const { code, stderr } = await running.ended;
      assert.equal(code, 141, stderr);
      assert.doesNotMatch(stderr, /EPIPE|Error|at /);
    });
  }

  test("varde fly ends quietly if nobody reads its messages", async () => {
    const running = varde.start(["fly"]);
    running.closeOutput("stderr");
    assert.equal((await running.ended).code, 141);
  });
});
