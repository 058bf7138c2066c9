import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestBank, WorldControl } from "@varde/sandbox";
import { all, sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, idOf, ndct } from "@varde/testkit/payments";
import { aTpp } from "@varde/testkit/tpp";

interface Saved {
  readonly columns: string[];
  rows: unknown[][];
}
type Tables = Record<string, Saved>;

/** A TPP imports a world into its own, written so that it reaches the world of another TPP. */
describe("A36: an imported world", () => {
  let bank: TestBank;
  let attacker: WorldControl;
  let victim: WorldControl;
  let victimPayment = "";
  before(async () => {
    bank = await aBank({ hasBackgroundJobs: false });
    const payer = await aPayer(bank);
    victimPayment = idOf(await payer.create(ndct, aPayment()));
    const identity = await bank.authority.issueTppCertificate({
      name: "Attacker",
      organisationNumber: "310000001",
      roles: ["PSP_AI", "PSP_PI"],
      kind: "working",
    });
    await aTpp(bank, identity).send({ path: "/v1/sandbox/customers" });
    const tpps = await bank.storage.read(() =>
      all<{ tpp_id: string; world_id: string; name: string }>(sql`select * from tpp order by name`),
    );
    const [hostile, other] = tpps;
    assert(hostile?.name === "Attacker" && other !== undefined);
    attacker = await bank.controlOf(hostile.world_id);
    victim = await bank.controlOf(other.world_id);
    await attacker.clock.read();
  });
  after(() => bank.close());

  const importChanged = async (change: (tables: Tables) => void): Promise<string> => {
    const world = JSON.parse(await attacker.snapshots.export());
    change(world.tables);
    try {
      await attacker.snapshots.import(JSON.stringify(world));
      return "imported";
    } catch (error) {
      assert(error instanceof Error);
      return error.message;
    }
  };
  /** Copies rows of the victim's world, with other values in some columns. */
  const copy = async (name: string, values: Readonly<Record<string, unknown>>) => {
    const { columns, rows } = (JSON.parse(await victim.snapshots.export()).tables as Tables)[
      name
    ] as Saved;
    return {
      columns,
      rows: rows.map((row) => row.map((value, at) => values[columns[at] ?? ""] ?? value)),
    };
  };

  const cases: readonly (readonly [string, string, (tables: Tables) => Promise<void> | void])[] = [
    [
      "a session of the victim's TPP",
      "session",
      async (tables) => {
        tables.session = await copy("session", { session_id: "chosen by the attacker" });
      },
    ],
    [
      "a payment of the victim's TPP",
      "payment",
      async (tables) => {
        tables.payment = await copy("payment", { payment_id: "chosen-by-the-attacker" });
      },
    ],
    [
      "a payment of the victim's, by its id",
      "payment",
      async (tables) => {
        tables.payment = await copy("payment", { tpp_id: "x" });
      },
    ],
    [
      "a mark of the victim's payment as a duplicate",
      "payment_duplicate",
      (tables) => {
        tables.payment_duplicate = {
          columns: ["duplicate_key", "payment_id", "created_at"],
          rows: [["a key that the victim's next payment has", victimPayment, Date.now()]],
        };
      },
    ],
    [
      "a world of its own choice",
      "payment",
      async (tables) => {
        const { columns, rows } = await copy("payment", { payment_id: "p", tpp_id: "x" });
        tables.payment = {
          columns: [...columns, "world_id"],
          rows: rows.map((row) => [...row, "w"]),
        };
      },
    ],
  ];
  for (const [what, table, change] of cases) {
    test(`with ${what} is refused, and changes neither world`, async () => {
      const before = [await attacker.snapshots.export(), await victim.snapshots.export()];
      const hostile: Tables = {};
      await change(hostile);
      const result = await importChanged((own) => Object.assign(own, hostile));
      assert.match(result, /cannot be restored|malformed/, table);
      assert.deepEqual(
        [await attacker.snapshots.export(), await victim.snapshots.export()],
        before,
      );
    });
  }

  test("with markup, SQL and paths in every text is stored as text", async () => {
    const hostile = "<img src=x onerror=alert(1)>'; drop table payment; -- ../../etc/passwd";
    const result = await importChanged(({ sandbox_person: people }) => {
      assert(people !== undefined && people.rows.length > 0);
      const at = people.columns.indexOf("name");
      people.rows = people.rows.map((row) => row.with(at, hostile));
    });
    assert.equal(result, "imported");
    const { columns, rows } = JSON.parse(await attacker.snapshots.export()).tables.sandbox_person;
    assert.ok(rows.every((row: unknown[]) => row[columns.indexOf("name")] === hostile));
    assert.ok(!(await victim.snapshots.export()).includes("onerror"));
  });
});
