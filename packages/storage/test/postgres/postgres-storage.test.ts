import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  all,
  conclude,
  one,
  openStorage,
  run,
  type Storage,
  StorageUnavailable,
  sql,
} from "@varde/storage";
import {
  type FreshDatabase,
  freshDatabase,
  type PostgresServer,
  runOnServer,
  startPostgres,
} from "@varde/testkit/postgres";
import { addNote, noteIds, notes } from "../notes.ts";

function open(url: string, changed: { connectionsMax?: number; waitingUnitsMax?: number } = {}) {
  return openStorage({ location: { engine: "postgres", url }, migrations: notes, ...changed });
}

const countNotes = () => one(sql`select count(*) as notes from note`);

describe("PostgreSQL", () => {
  let database: FreshDatabase;
  before(async () => {
    database = await freshDatabase();
  });
  after(() => database.drop());

  test("retries a unit whose connection ends before the commit", async (t) => {
    const storage = await open(database.url);
    t.after(() => emptyAndClose(storage));
    let runs = 0;
    await storage.write(function* () {
      runs += 1;
      yield* addNote("again");
      if (runs === 1) {
        yield* all(sql`select cast(pg_terminate_backend(pg_backend_pid()) as text) as ended`);
      }
    });
    assert.equal(runs, 2);
    assert.deepEqual(await noteIds(storage), ["again"]);
  });

  test("readAtOnce sees one snapshot, even if another unit writes in between", async (t) => {
    const storage = await open(database.url);
    t.after(() => emptyAndClose(storage));
    let isWritten = false;
    const counts = await storage.readAtOnce(function* () {
      const before = yield* countNotes();
      storage
        .write(() => addNote("meanwhile"))
        .then(() => {
          isWritten = true;
        });
      while (!isWritten) yield* one(sql`select 1 as pause`);
      return [before, yield* countNotes()];
    });
    assert.deepEqual(counts, [{ notes: 0n }, { notes: 0n }]);
    assert.deepEqual(await noteIds(storage), ["meanwhile"]);
    const write = storage.readAtOnce(() => addNote("not here"));
    await assert.rejects(write, /A reading unit cannot write/);
  });

  for (const [state, what] of [
    ["40P01", "deadlock"],
    ["40001", "serialisation failure"],
  ] as const) {
    test(`retries a unit that lost to another in a ${what}`, async (t) => {
      const storage = await open(database.url);
      t.after(() => emptyAndClose(storage));
      let runs = 0;
      await storage.write(function* () {
        runs += 1;
        yield* addNote("again");
        if (runs < 3) yield* run(raise[state]);
      });
      assert.equal(runs, 3);
      assert.deepEqual(await noteIds(storage), ["again"]);
    });
  }

  test("F15: runs units again on new connections when a migration changes a table", async (t) => {
    const storage = await open(database.url, { connectionsMax: 8 });
    t.after(() => emptyAndClose(storage));
    const readAll = () =>
      storage.readAtOnce(function* () {
        yield* all(sql`select * from note`);
        return yield* one<{ pid: bigint }>(sql`select pg_backend_pid() as pid`);
      });
    const readTogether = () => Promise.all(Array.from({ length: 8 }, readAll));
    const before = await readTogether();
    assert.equal(new Set(before.map((row) => row?.pid)).size, 8, "each has its own connection");
    await runOnServer(database.url, "alter table note add column colour text");
    await readAll();
    await readTogether();
    await runOnServer(database.url, "alter table note drop column colour");
  });

  test("refuses a unit immediately when too many wait for a connection", async (t) => {
    const storage = await open(database.url, { connectionsMax: 1, waitingUnitsMax: 2 });
    t.after(() => emptyAndClose(storage));
    // The first one waits until the next turn, in which it gets the idle connection.
    const units = ["a", "b", "c"].map((id) => storage.write(() => addNote(id)));
    const outcomes = await Promise.allSettled(units);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.deepEqual(
      refused.map((outcome) => outcome.reason.message),
      ["Too many units are waiting for a connection."],
    );
    assert.equal((await noteIds(storage)).length, 2);
  });

  const cut = sql`insert into note (id) values ('cut')`;
  for (const [last, word, end] of [
    ["commit", "commit\0", () => run(cut)],
    ["conclusion", "insert into note", () => conclude(cut)],
  ] as const) {
    test(`F05: does not retry a unit that was cut off after its ${last} was sent`, async (t) => {
      const proxy = await cuttingProxy(database.url, word);
      const storage = await open(proxy.url);
      t.after(() => emptyAndClose(storage).finally(proxy.close));
      let runs = 0;
      proxy.arm();
      const write = storage.write(function* () {
        runs += 1;
        yield* end();
      });
      await assert.rejects(write, StorageUnavailable);
      assert.equal(runs, 1);
      assert.deepEqual(await noteIds(storage), ["cut"]);
    });
  }

  test("retries a conclusion whose connection the server ends before the commit", async (t) => {
    const storage = await open(database.url);
    t.after(() => emptyAndClose(storage));
    let runs = 0;
    await storage.write(function* () {
      runs += 1;
      yield* conclude(
        sql`insert into note (id) values ('again')`,
        ...(runs === 1
          ? [sql`select cast(pg_terminate_backend(pg_backend_pid()) as text) as ended`]
          : []),
      );
    });
    assert.equal(runs, 2);
    assert.deepEqual(await noteIds(storage), ["again"]);
  });

  const wrongAddresses: readonly (readonly [string, (url: string) => string, RegExp])[] = [
    ["no address", () => "varde", /^The database address is not of the form postgres:\/\/….$/],
    ["a port where nobody listens", () => "postgres://u:secret@127.0.0.1:1/x", /ECONNREFUSED/],
    ["a database that is not there", (url) => withDatabase(url, "none"), /does not exist/],
  ];
  for (const [what, address, message] of wrongAddresses) {
    test(`refuses ${what} in one sentence without the password`, async () => {
      await assert.rejects(open(address(database.url)), (error: Error) => {
        assert.equal(error.name, "StorageRefused");
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /secret|\n/);
        return true;
      });
    });
  }
});

describe("PostgreSQL that goes away", { timeout: 120_000 }, () => {
  let server: PostgresServer;
  let storage: Storage;
  before(async () => {
    server = await startPostgres();
    storage = await open(server.url);
  });
  after(async () => {
    await storage.close();
    await server.stop();
  });

  test("F02: killed under load, it loses no acknowledged unit and works again", async () => {
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    const started = Promise.withResolvers<void>();
    const write = async (writer: number) => {
      for (let at = 0; failures.length === 0; at += 1) {
        const id = `${writer}-${at}`;
        await storage
          .write(() => addNote(id))
          .then(
            () => acknowledged.push(id),
            (error) => failures.push(error),
          );
        if (acknowledged.length > 100) started.resolve();
      }
    };
    const writers = Array.from({ length: 16 }, (_, writer) => write(writer));
    await started.promise;
    await server.kill();
    await Promise.all(writers);
    for (const failure of failures) assert.ok(failure instanceof StorageUnavailable);
    assert.equal(await storage.isReady(), false);
    await server.start();
    await untilReady(storage);
    const kept = new Set(await noteIds(storage));
    assert.deepEqual(
      acknowledged.filter((id) => !kept.has(id)),
      [],
    );
  });

  test("F04: gives up on a server that stops responding, and uses it again later", async () => {
    const read = () => storage.read(() => one(sql`select 1 as ready`));
    const add = (id: string) =>
      storage.write(() => conclude(sql`insert into note (id) values (${id})`));
    await Promise.all([read(), add("heard"), storage.isReady()]);
    await server.pause();
    const units = Promise.allSettled([read(), add("unheard")]);
    assert.equal(await storage.isReady(), false);
    for (const unit of await units) {
      assert(unit.status === "rejected");
      assert(unit.reason instanceof StorageUnavailable);
    }
    await server.resume();
    await untilReady(storage);
  });
});

/** Waits for a server that has just come back. */
async function untilReady(storage: Storage): Promise<void> {
  while (!(await storage.isReady())) await setTimeout(50);
}

const raise = {
  "40P01": sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`,
  "40001": sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`,
};

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function emptyAndClose(storage: Storage): Promise<void> {
  await storage.write(() => run(sql`delete from note`));
  await storage.close();
}

/** Forwards to the server; once armed, cuts the first connection that sends the word. */
async function cuttingProxy(target: string, word: string) {
  const { hostname, port } = new URL(target);
  let isArmed = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    far.pipe(near);
    near.on("data", (chunk) => {
      far.write(chunk);
      if (!isArmed || !chunk.includes(word)) return;
      isArmed = false;
      far.unpipe(near);
      // Once the server has responded to the commit, the cut is certainly after it.
      far.once("data", () => near.destroy()).resume();
    });
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const url = new URL(target);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    arm: () => {
      isArmed = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
