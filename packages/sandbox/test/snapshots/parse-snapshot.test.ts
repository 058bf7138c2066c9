import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { text as readText } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { run, sql } from "@varde/storage";
import { startBank, type TestBank } from "../../src/index.ts";

const rowsMax = 20_000;

const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await setTimeout(10);
};

describe("an imported world", () => {
  let bank: TestBank;
  let exported: string;
  before(async () => {
    bank = await startBank({ hasBackgroundJobs: false, limits: { snapshotRows: rowsMax } });
    exported = await bank.snapshots.export();
  });
  after(() => bank.close());

  /** Returns the exported world with so many counterparties. */
  const withRows = (count: number): string => {
    const world = JSON.parse(exported);
    const { columns, rows } = world.tables.ledger_counterparty;
    const at = columns.indexOf("account_number");
    world.tables.ledger_counterparty.rows = Array.from({ length: count }, (_, number) =>
      rows[0].with(at, `X${number}`),
    );
    return JSON.stringify(world);
  };

  /** Imports on a connection of its own: the bank may have closed one while the text was made. */
  const imports = async (text: string): Promise<string> => {
    const headers = { "content-type": "application/json" };
    const options = { method: "PUT", headers, agent: false };
    const sending = request(`${bank.addresses.http}/control/v1/world`, options).end(text);
    const [response] = (await once(sending, "response")) as [IncomingMessage];
    const body = await readText(response);
    const { statusCode } = response;
    return body === "" ? String(statusCode) : `${statusCode} ${JSON.parse(body).text}`;
  };

  test("may be formatted in any way", async () => {
    const world = JSON.parse(exported);
    const { columns, rows } = world.tables.sandbox_person;
    const others = { ...world.tables, sandbox_person: { rows, columns } };
    const texts = [
      JSON.stringify(world),
      `\r\n\t${JSON.stringify(world, undefined, "\t")} `,
      JSON.stringify({ tables: others, ...world, version: 1 }),
    ];
    for (const text of texts) {
      assert.equal(await imports(text), "204");
      assert.equal(await bank.snapshots.export(), exported);
    }
  });

  test("keeps quotation marks, backslashes and large integers", async () => {
    const world = JSON.parse(exported);
    const { columns, rows } = world.tables.sandbox_person;
    rows[0][columns.indexOf("name")] = '\\"[{\\\\", \u2028 \u{1f600}]';
    const account = world.tables.ledger_account;
    const opened = account.columns.indexOf("opened_at");
    account.rows[0][opened] = { integer: "9007199254740993" };
    assert.equal(await imports(JSON.stringify(world)), "204");
    const again = JSON.parse(await bank.snapshots.export());
    assert.deepEqual(again.tables.sandbox_person.rows, rows);
    assert.deepEqual(again.tables.ledger_account.rows[0], account.rows[0]);
    assert.equal(await imports(exported), "204");
  });

  test("is refused with the limit if it has too many rows", async () => {
    const refused = /^400 the snapshot has more than 20000 rows; raise snapshotRows of .*\.$/;
    assert.match(await imports(withRows(rowsMax + 1)), refused);
    assert.equal(await bank.snapshots.export(), exported);
  });

  test("cannot be saved or exported if it could not be restored", async () => {
    const small = await startBank({ limits: { snapshotRows: 100 } });
    try {
      const refused = /has \d+ rows, and a snapshot at most 100;/;
      await assert.rejects(small.snapshots.save("x"), refused);
      await assert.rejects(small.snapshots.export(), refused);
      await assert.rejects(small.snapshots.import(exported), /more than 100 rows/);
    } finally {
      await small.close();
    }
  });

  test("has at most 100 snapshots", async () => {
    const few = await startBank({ hasBackgroundJobs: false });
    try {
      await few.snapshots.save("s0");
      await few.storage.write(function* () {
        for (let number = 1; number < 100; number += 1) {
          yield* run(sql`insert into sandbox_snapshot (world_id, name, saved_at, content)
            select world_id, name || ${number}, saved_at, '' from sandbox_snapshot
            where name = 's0'`);
        }
      });
      await few.snapshots.save("s0");
      await assert.rejects(few.snapshots.save("one-more"), /has 100 snapshots; remove one first/);
    } finally {
      await few.close();
    }
  });

  const bytes = 8 * 1024 * 1024;
  const hostile: Readonly<Record<string, readonly [text: () => string, reason: RegExp]>> = {
    "8 MB of rows": [() => withRows(80_000), /more than 20000 rows/],
    "400 000 names": [
      () => {
        const names = Array.from({ length: 400_000 }, (_, at) => `"name${at}${at}":1`);
        return `{"format":"varde-world",${names.join()}}`;
      },
      /name00 is not a field of a snapshot/,
    ],
    "millions of brackets": [
      () => `{"format": ${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}}`,
      /nested more than 8 deep/,
    ],
    "brackets in a row": [
      () => `{"tables": {"payment": {"rows": [${"[".repeat(bytes)}`,
      /nested more than 8 deep/,
    ],
    "a string of 8 MB": [() => `{"format": "${"x".repeat(bytes)}"}`, /more than 262144 char/],
    backslashes: [() => `{"format": "${"\\\\".repeat(bytes / 2)}`, /is not JSON/],
    "escaped quotation marks": [() => `{"format": "${'\\"'.repeat(bytes / 2)}`, /is not JSON/],
    spaces: [() => `{"format": ${" ".repeat(bytes)}`, /is not JSON/],
    "a table twice": [
      () => '{"tables": {"payment": {"columns": [], "rows": []}, "payment": {}}}',
      /twice/,
    ],
    "an unknown table": [() => `{"tables": {"${"x".repeat(900)}": {}}}`, /unknown table x+\.$/],
    "a name of 1 MB": [() => `{"${"x".repeat(1_000_000)}": 1}`, /more than 1000 char/],
    "U+0000 in a text": [() => exported.replace('\n["', '\n["\\u0000'), /malformed/],
    "half of a surrogate pair": [() => exported.replace('\n["', '\n["\\ud800'), /malformed/],
    "a column twice": [
      () => exported.replace('"columns": ["person_id"', '"columns": ["person_id", "person_id"'),
      /malformed|cannot be restored/,
    ],
  };
  for (const [title, [text, reason]] of Object.entries(hostile)) {
    test(`A35: is refused without delay if it is ${title}`, async (t) => {
      const sent = text();
      // Sending and receiving 8 MB takes most of this; parsing them all took seconds.
      const cpuMsMax = 500;
      let cpuMs = Number.POSITIVE_INFINITY;
      // The best of three, because a busy machine empties the processor's caches.
      for (let round = 0; round < 3 && cpuMs >= cpuMsMax; round += 1) {
        const before = process.threadCpuUsage();
        const answer = await imports(sent);
        const { user, system } = process.threadCpuUsage(before);
        assert.match(answer, reason);
        cpuMs = Math.round((user + system) / 1_000);
      }
      t.diagnostic(`${sent.length} characters: ${cpuMs} ms`);
      assert.ok(cpuMs < cpuMsMax, `${cpuMs} ms of CPU time`);
    });
  }

  test("A35: is refused while four others are being received", async () => {
    const headers = { "content-type": "application/json", "content-length": "1000" };
    const sending = Array.from({ length: 4 }, () => {
      const half = request(`${bank.addresses.http}/control/v1/world`, { method: "PUT", headers });
      half.on("error", () => undefined).write("{");
      return half;
    });
    await until(async () => (await imports("{}")).startsWith("503 4 files are being imported"));
    for (const half of sending) half.destroy();
    await until(async () => (await imports(exported)) === "204");
  });

  test("A35: does not keep others waiting while it is read", async (t) => {
    const sent = withRows(rowsMax - 12_000);
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    await setTimeout(20);
    assert.equal(await imports(sent), "204");
    delays.disable();
    t.diagnostic(`${sent.length} characters: longest block ${Math.round(delays.max / 1e6)} ms`);
    assert.equal(await imports(exported), "204");
  });
});
