import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { WriteStream } from "node:tty";
import { RefusedError } from "@varde/tpp";
import fc from "fast-check";
import { formatTable } from "../src/output/format-table.ts";
import { escapeInvisible, openTerminal, type Terminal } from "../src/output/terminal.ts";
import { parseDurationIso, parseDurationMs } from "../src/parse-duration.ts";
import { reportFailure } from "../src/report-failure.ts";
import { aBankWithTpp } from "./a-bank-with-tpp.ts";
import type { CommandLine } from "./a-command-line.ts";

const headings = ["PAYMENT", "AMOUNT", "PAYEE", "TPP"];
const row = ["0198c0de-7a51", "1240.00", "Fossekall Kraft og Varme AS", "Example TPP of a bank"];

const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;
/** All characters but those of the plane that marks styles: by chance, one might be a mark. */
const unicode = fc
  .oneof(fc.integer({ min: 0, max: 0xe_ffff }), fc.integer({ min: 0x10_0000, max: 0x10_ffff }))
  .map((code) => String.fromCodePoint(code));
const hostileUnits = ["\n", "\r", "\t", "\b", "\u001b[31m", "\u009b", "\u202e", "\u2028", "\u200b"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own styles begin with it
const ownStyle = /\u001b\[(?:2|22|31|39)m/g;

interface PrintFacts {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly isJson?: boolean;
}

/** Both streams of a command, and what was written to them. */
const openOutput = (facts: PrintFacts = {}) => {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const output = Object.assign(stream, facts) as unknown as NodeJS.WriteStream;
  return { output: { stdout: output, stderr: output }, written: () => text };
};

const printAll = (print: (terminal: Terminal) => void, facts: PrintFacts = {}): string => {
  const { output, written } = openOutput(facts);
  print(openTerminal(facts.isJson === true, output));
  return written();
};

describe("output in a terminal", () => {
  const print = (facts: { isTTY?: boolean; columns?: number }): string =>
    printAll((terminal) => {
      terminal.table(headings, [row], [1]);
      terminal.line(terminal.paint("red", "wrong"));
    }, facts);

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

  test("a cell in a style is as wide as its text", () => {
    const printed = printAll((terminal) =>
      terminal.table(["STATE", "SINCE"], [[terminal.paint("green", "ready"), "now"]]),
    );
    assert.equal(printed, "STATE  SINCE\nready  now\n");
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

  test("a text from outside prints one line without a character that a terminal obeys", () => {
    const hostile = fc.string({ unit: fc.oneof(fc.constantFrom(...hostileUnits), unicode) });
    fc.assert(
      fc.property(hostile, (text) => {
        const printed = printAll((terminal) => {
          terminal.line(text);
          terminal.line(["first", text, terminal.paint("red", text)]);
          terminal.note(text, { text });
          terminal.table(["A"], [[text]]);
        });
        const lines = printed.split("\n");
        assert.equal(lines.length, 8, JSON.stringify(printed));
        for (const line of lines) assert.doesNotMatch(line.replaceAll(ownStyle, ""), invisible);
      }),
    );
  });

  test("JSON keeps its value and shows no such character", () => {
    fc.assert(
      fc.property(fc.string({ unit: unicode }), (text) => {
        const printed = printAll((terminal) => terminal.jsonLine({ text }), { isJson: true });
        assert.deepEqual(JSON.parse(printed), { text });
        assert.doesNotMatch(printed.trimEnd(), invisible);
      }),
    );
  });

  test("escapes are those of JSON", () => {
    const text = "Blåbær\n\u001b[31mred\u001b[39m \u202e\u200b\u{e0041}\t€";
    assert.equal(
      escapeInvisible(text),
      String.raw`Blåbær\n\u001b[31mred\u001b[39m \u202e\u200b\udb40\udc41\t€`,
    );
  });

  test("a hostile bank's refusal prints its texts as text, and no command of its own", async () => {
    const messages = [
      { category: "ERROR" as const, code: "FORMAT_ERROR", text: "no\nvarde: all is well" },
    ];
    const refuse = async (explainUrl: string) => {
      const { output, written } = openOutput();
      const error = new RefusedError({
        status: 400,
        messages,
        requestId: "1",
        explainUrl,
      });
      await reportFailure(error, { program: "varde", command: "pay", isJson: false, output });
      return written();
    };
    const printed = await refuse("https://bank.example/explain/$(id)'; rm -rf ~");
    assert.match(printed, /no\\nvarde: all is well$/m);
    assert(
      printed.includes(String.raw`explain 'https://bank.example/explain/$(id)'\''; rm -rf ~'`),
    );
    for (const address of ["; rm -rf ~", "--ca=/etc/passwd", "javascript:alert(1)"]) {
      assert.doesNotMatch(await refuse(address), /explain/);
    }
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
