import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { countChanges, one, openStorage, run, type Storage, sql } from "@varde/storage";
import { type FreshDatabase, freshDatabase } from "../../../../test/support/postgres.ts";
import { askTogether } from "../../src/postgres/asked-memory.ts";

const migrations = [
  {
    system: "memory",
    name: "001-purses",
    statements: [
      "create table purse (id text not null primary key, owner text not null, coins integer)",
      "create table uncounted (id text not null primary key)",
      "insert into purse (id, owner, coins) values ('purse', 'nobody', 0)",
      ...countChanges("purse", ["owner"]),
    ],
  },
];

interface Purse {
  readonly owner: string;
  readonly coins: bigint;
}

const readPurse = () => one<Purse>(sql`select owner, coins from purse where id = 'purse'`);

describe("what is remembered of PostgreSQL", () => {
  let database: FreshDatabase;
  let ours: Storage;
  let theirs: Storage;
  before(async () => {
    database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    ours = await openStorage({ location, migrations });
    theirs = await openStorage({ location, migrations });
  });
  after(async () => {
    await ours.close();
    await theirs.close();
    await database.drop();
  });
  const nameOwner = (name: string) => () => run(sql`update purse set owner = ${name}`);

  test("is never older than what another process has been told is done", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    const look = async () => (await memory.read("purse", readPurse))?.owner;
    for (let turn = 0; turn < 40; turn += 1) {
      const before = Array.from({ length: 8 }, look);
      await theirs.write(nameOwner(`owner ${turn}`));
      const after = await Promise.all(Array.from({ length: 8 }, look));
      assert.deepEqual(new Set(after), new Set([`owner ${turn}`]));
      await Promise.all(before);
    }
  });

  test("is not what a unit that is still open has written", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    const look = async () => (await memory.read("purse", readPurse))?.owner;
    await ours.write(nameOwner("the one before"));
    let looks: Promise<string | undefined> | undefined;
    await theirs.write(function* () {
      yield* nameOwner("the one after")();
      looks = look();
    });
    await looks;
    assert.equal(await look(), "the one after");
  });

  test("outlives a change to a column that is not counted", async () => {
    const memory = ours.createMemory<Purse | undefined>(["purse"]);
    let reads = 0;
    const look = () =>
      memory.read("purse", () => {
        reads += 1;
        return readPurse();
      });
    await look();
    await theirs.write(() => run(sql`update purse set coins = coins + 1`));
    await look();
    assert.equal(reads, 1);
  });

  test("is refused for a table that does not count its changes", async () => {
    const memory = ours.createMemory<Purse | undefined>(["uncounted"]);
    await assert.rejects(async () => memory.read("purse", readPurse), /uncounted does not count/);
  });
});

describe("a question that is asked together", () => {
  /** A question whose answers are given by hand, numbered in the order it was asked. */
  const aQuestion = () => {
    const answers: PromiseWithResolvers<string>[] = [];
    const ask = askTogether(() => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    });
    /** Everything that can go on by itself has gone on. */
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return { answers, ask, settle };
  };

  test("is asked once by those who come at once, and anew by those who come later", async () => {
    const { answers, ask, settle } = aQuestion();
    const early = [ask(), ask()];
    await settle();
    const late = [ask(), ask()];
    await settle();
    assert.equal(answers.length, 1, "the second question waits for the first answer");
    answers[0]?.resolve("first");
    assert.deepEqual(await Promise.all(early), ["first", "first"]);
    await settle();
    answers[1]?.resolve("second");
    assert.deepEqual(await Promise.all(late), ["second", "second"]);
    assert.equal(answers.length, 2);
  });

  test("that fails fails those who asked it, and nobody after them", async () => {
    const { answers, ask, settle } = aQuestion();
    const early = ask();
    await settle();
    const late = ask();
    answers[0]?.reject(new Error("lost"));
    await assert.rejects(early, /lost/);
    await settle();
    answers[1]?.resolve("second");
    assert.equal(await late, "second");
  });
});
