import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";
import { countLostLines, LogWriter } from "../../src/operations/log-writer.ts";

const writerUrl = new URL("../../src/operations/log-writer.ts", import.meta.url).href;

/** A log whose target takes this many bytes, and nothing more until it has room again. */
const aLog = () => {
  const state = { room: Number.POSITIVE_INFINITY, written: "", tries: 0 };
  const log = new LogWriter({
    pieceBytesMax: 512,
    write: (piece) => {
      state.tries += 1;
      const bytes = Math.min(state.room, piece.length);
      if (bytes === 0) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      state.room -= bytes;
      state.written += piece.toString("utf8", 0, bytes);
      return bytes;
    },
  });
  return { log, state };
};

const turn = () => new Promise(setImmediate);
/** Lines are long, so that few of them fill the memory that the writer keeps. */
const lineOf = (number: number) => `${number} ${"x".repeat(900)}\n`;

/** Reads what was written, and asserts that every number is there in order or counted as lost. */
const assertOrder = (written: string, count: number): number => {
  let next = 0;
  let lost = 0;
  assert.ok(written.endsWith("\n"), "the last line is whole");
  for (const line of written.slice(0, -1).split("\n")) {
    if (line.startsWith("{")) {
      const notice = JSON.parse(line) as { lost: number; msg: string };
      assert.equal(notice.msg, "log lines were lost");
      next += notice.lost;
      lost += notice.lost;
    } else {
      assert.equal(`${line}\n`, lineOf(next));
      next += 1;
    }
  }
  assert.equal(next, count);
  return lost;
};

describe("the log writer", () => {
  test("A43: shows every character that acts on a terminal as an escape, on one line", async () => {
    const { log, state } = aLog();
    const texts = Array.from({ length: 0x110 }, (_, block) =>
      Array.from({ length: 0x1000 }, (_, at) => String.fromCodePoint(block * 0x1000 + at))
        .filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}æ ]/u.test(character))
        .join(""),
    ).filter((text) => text !== "");
    for (const text of texts) log.write(`${JSON.stringify({ msg: text })}\n`);
    log.write("first\nsecond \u001b[31m\n");
    await turn();
    assert.doesNotMatch(state.written.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const lines = state.written.split("\n");
    assert.deepEqual(lines.slice(-2), ["first\\u000asecond \\u001b[31m", ""]);
    const read = lines.slice(0, -2).map((line) => JSON.parse(line).msg);
    assert.deepEqual(read, texts);
  });

  test("writes at the end of the turn, in order", async () => {
    const { log, state } = aLog();
    for (let number = 0; number < 15; number += 1) log.write(lineOf(number));
    assert.equal(state.written, "");
    await turn();
    assert.equal(assertOrder(state.written, 15), 0);
  });

  test("continues a line that was written in part, and counts those that are lost", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "setImmediate"] });
    const { log, state } = aLog();
    const knownLost = countLostLines();
    state.room = 130;
    const count = 6_000;
    let number = 0;
    while (number < count / 2) log.write(lineOf(number++));
    t.mock.timers.tick(250);
    state.room = 200_000;
    t.mock.timers.tick(250);
    while (number < count) log.write(lineOf(number++));
    const { tries } = state;
    for (let second = 0; second < 60; second += 1) t.mock.timers.tick(1_000);
    assert.ok(state.tries - tries <= 60 * 4, `${state.tries - tries} tries in a minute`);
    state.room = Number.POSITIVE_INFINITY;
    t.mock.timers.tick(250);
    const lost = assertOrder(state.written, count);
    assert.ok(lost > 0 && lost < count, `${lost} lines were lost`);
    assert.equal(countLostLines() - knownLost, lost);
    const linesKept = 4 * 1024 * 1024;
    assert.ok(state.written.length < linesKept + 200_000 + count, "memory is bounded");
  });

  /** Runs a process that logs the number of lines in a message, and responds when it has. */
  const run = (stdout: "pipe" | number = "pipe"): ChildProcess =>
    spawn(
      process.execPath,
      [
        ...["--conditions=varde-source", "--input-type=module", "--eval"],
        `import { openStdoutLog } from ${JSON.stringify(writerUrl)};
        const log = openStdoutLog();
        const lineOf = ${lineOf.toString()};
        let number = 0;
        process.on("message", (count) => {
          for (let end = number + count; number < end; number += 1) log.write(lineOf(number));
          const respond = () => process.send(process.cpuUsage().user / 1_000, () => undefined);
          setImmediate(respond);
        });
        process.on("disconnect", () => process.exit());`,
      ],
      { stdio: ["ignore", stdout, "inherit", "ipc"] },
    );
  const ask = async (child: ChildProcess, count: number): Promise<number> => {
    child.send(count);
    const [cpuMs] = (await once(child, "message")) as [number];
    return cpuMs;
  };

  /** Opens both ends of a pipe; what Node calls a pipe is a socket, as the journal's is. */
  const openPipe = () => {
    const folder = mkdtempSync(join(tmpdir(), "varde-pipe-"));
    const path = join(folder, "pipe");
    spawnSync("mkfifo", [path]);
    const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    rmSync(folder, { recursive: true });
    return { writer, stream: new Socket({ fd: reader, readable: true, writable: false }) };
  };

  for (const kind of ["pipe", "socket"]) {
    test(`a reader of a ${kind} that stopped does not stop the process`, async () => {
      const pipe = kind === "pipe" ? openPipe() : undefined;
      const child = run(pipe?.writer);
      const stream = pipe?.stream ?? child.stdout;
      assert.ok(stream !== null);
      const count = 6_000;
      await ask(child, count);
      await ask(child, 0);
      const pieces: string[] = [];
      let end = "";
      for await (const piece of stream) {
        pieces.push(String(piece));
        // The notice is the last line, and may come in two pieces.
        end = (end + piece).slice(-200);
        if (end.includes("log lines were lost") && end.endsWith("\n")) break;
      }
      const kept = count - assertOrder(pieces.join(""), count);
      assert.ok(kept > 4_000, `${kept} lines were kept`);
      child.disconnect();
      await once(child, "exit");
      if (pipe !== undefined) closeSync(pipe.writer);
    });
  }

  test("a closed pipe does not stop the process, and nothing spins", async () => {
    const child = run();
    child.stdout?.destroy();
    await ask(child, 1_000);
    const before = await ask(child, 1_000);
    for (let count = 0; count < 20; count += 1) await ask(child, 10);
    assert.ok((await ask(child, 0)) - before < 500, "it spins");
    child.disconnect();
    const [code] = await once(child, "exit");
    assert.equal(code, 0);
  });

  test("a full disk does not stop the process", () => {
    const source = `import { openStdoutLog } from ${JSON.stringify(writerUrl)};
      const log = openStdoutLog();
      for (let count = 0; count < 6_000; count += 1) log.write("x".repeat(1_000) + "\\n");
      setTimeout(() => console.error("works"), 600);`;
    const command =
      'exec "$0" --conditions=varde-source --input-type=module --eval "$1" > /dev/full';
    const { stderr, status } = spawnSync("sh", ["-c", command, process.execPath, source]);
    assert.deepEqual({ stderr: String(stderr), status }, { stderr: "works\n", status: 0 });
  });

  test("every line is written when the process exits", async () => {
    const child = run();
    assert.ok(child.stdout !== null);
    const reading = text(child.stdout);
    child.send(3_000);
    child.disconnect();
    assert.equal(assertOrder(await reading, 3_000), 0);
  });
});
