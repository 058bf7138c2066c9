import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { erasePerson, type SealParts } from "@varde/bank";
import { dataSet, type TestBank } from "@varde/sandbox";
import {
  all,
  createStatement,
  openStorage,
  type Row,
  run,
  type Storage,
  sql,
} from "@varde/storage";
import { aBank, onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct } from "@varde/testkit/payments";
import { aPsu, PageBrowser } from "@varde/testkit/psu";
import { neighbourWorld } from "@varde/testkit/storage";

const { kari } = dataSet.people;

/** The columns that may still name the person after the erasure, as `table.column`. */
const kept: readonly { readonly columns: RegExp; readonly because: string }[] = [
  {
    columns: /^(payment|payment_signature|basket)\.person_id$/,
    because: "the law requires payments, and who approved them",
  },
  {
    columns: /^(sca\.(expected_)?person_id|event\.actor)$/,
    because: "it is the evidence of how a payment was approved",
  },
  {
    columns: /^row_change\.row_group$/,
    because: "other processes forget a PSU-ID by it; it is deleted minutes later",
  },
  {
    columns: /^sandbox_(person|customer|agreement|engagement)\.|^ledger_transaction\.texts$/,
    because: "it is in the simulated core bank, where the person is still a customer",
  },
  {
    columns: /^sandbox_request_facts\.content$/,
    because: "a sandbox shows a TPP its own requests, which are about test data",
  },
];

/** Lists the columns that must not name the person any more. */
const listUnexpected = (left: readonly { readonly place: string }[]): readonly string[] => {
  const places = new Set(left.map(({ place }) => place));
  return [...places].filter((place) => !kept.some(({ columns }) => columns.test(place))).sort();
};

/** Headers of a TPP about the PSU's device. */
const device = { "PSU-IP-Address": "198.51.100.77", "PSU-User-Agent": "KarisBrowser/1.0" };

const lines: string[] = [];
const logTo = { write: (line: string) => void lines.push(line) };

const assertNotLogged = (texts: readonly string[]): void => {
  assert.ok(lines.length > 0, "the bank has logged nothing");
  const traces = lines.filter((line) => texts.some((text) => line.includes(text)));
  assert.deepEqual(traces, []);
};

/** Lets the person use the bank in each way that stores something about them. */
const useBank = async (bank: TestBank): Promise<void> => {
  const psu = await aPsu(bank);
  await psu.get("/v1/accounts", device);
  const payer = await aPayer(bank);
  const payments = [await payer.create(ndct, aPayment()), await payer.create(ndct, aPayment())];
  await payer.post(baskets, { paymentIds: payments.map(idOf) });
  await payer.pay(ndct, aPayment());
  const visitor = new PageBrowser(bank.addresses.http);
  await visitor.open("/consents?lang=en");
  await visitor.submit({ decision: "continue", customerNumber: kari.customerNumber });
  await bank.bank.audit?.flush();
  await bank.bank.audit?.seal();
};

const listIdentifiers = async (bank: TestBank, worldId: string): Promise<readonly string[]> => {
  const rows = await bank.storage.read(() =>
    all<{ psu_id: string }>(
      sql`select psu_id from psu_identifier
      where world_id = ${worldId} and person_id = ${kari.personId}`,
    ),
  );
  return rows.map(({ psu_id }) => psu_id);
};

/** Maps the texts of every column of a SQLite database, except short ones, to where they are. */
const listTexts = (storage: Storage): Promise<ReadonlyMap<string, string>> =>
  storage.read(function* () {
    const found = new Map<string, string>();
    const tables = sql`select name from sqlite_schema where type = 'table'`;
    for (const { name } of yield* all<{ name: string }>(tables)) {
      for (const row of yield* all<Row>(createStatement(`select * from ${name}`, []))) {
        for (const [column, value] of Object.entries(row)) {
          if (typeof value !== "string" || value.length < 16) continue;
          found.set(value, `${name}.${column}`);
        }
      }
    }
    return found;
  });

const erase = (storage: Storage, signer: SealParts["signer"], worldId: string): Promise<number> =>
  erasePerson({ storage, signer, now: Date.now() }, worldId, kari.personId);

/** Deletes rows as an older version did, which left them in free pages of the file. */
const leaveDeletedRows = (path: string): void => {
  const database = new DatabaseSync(path);
  database.exec(`pragma secure_delete = off;
    create table copy as select * from psu_identifier; drop table copy`);
  database.close();
};

describe("A36: the erasure of a person", () => {
  withBankOnBothEngines(
    (bank) => {
      const listRows = (table: string): Promise<readonly Row[]> =>
        bank().storage.read(() => all<Row>(createStatement(`select * from ${table}`, [])));

      const listTables = async (): Promise<readonly string[]> => {
        const { storage } = bank();
        const named =
          storage.engine === "sqlite"
            ? sql`select name from sqlite_schema where type = 'table'`
            : sql`select cast(table_name as text) as name from information_schema.tables
              where table_schema = 'public'`;
        const rows = await storage.read(() => all<{ name: string }>(named));
        return rows.map(({ name }) => name).filter((name) => name !== "neighbour_note");
      };

      /** Lists the values that have one of the texts in them, of every column of every table. */
      const findValues = async (texts: readonly string[]) => {
        const found: { readonly place: string; readonly table: string; readonly row: Row }[] = [];
        for (const table of await listTables()) {
          const rows = (await listRows(table)).filter((each) => each.world_id !== neighbourWorld);
          for (const row of rows) {
            for (const [column, value] of Object.entries(row)) {
              if (!texts.some((text) => String(value).includes(text))) continue;
              found.push({ place: `${table}.${column}`, table, row });
            }
          }
        }
        return found;
      };

      /**
       * Puts the person into every table that has a world: copies the neighbour's rows, which are
       * made from the columns and have the same person, under other ids.
       */
      const copyNeighbour = async (worldId: string): Promise<readonly string[]> => {
        const filled: string[] = [];
        // Jobs would take up the copy of a batch or of a delivery.
        const tables = (await listTables()).filter((table) => !/^(?:batch|outbox)$/.test(table));
        for (const table of tables) {
          const [row] = (await listRows(table)).filter((each) => each.world_id === neighbourWorld);
          if (row === undefined) continue;
          const columns = Object.keys(row).filter((column) => column !== "world_id");
          const copied = columns.map((column) =>
            typeof row[column] === "string"
              ? `replace(replace(${column}, '01900000-', '01911111-'), 'neighbour-', 'own-')`
              : column,
          );
          await bank().storage.write(() =>
            run(
              createStatement(
                `insert into ${table} (world_id, ${columns.join(", ")})
                select cast(? as text), ${copied.join(", ")} from ${table}
                where world_id = ? on conflict do nothing`,
                [worldId, neighbourWorld],
              ),
            ),
          );
          filled.push(table);
        }
        return filled;
      };

      test("leaves nothing but what payments need, wherever it was stored", async () => {
        await useBank(bank());
        const worldId = await onlyWorld(bank());
        const filled = await copyNeighbour(worldId);
        assert.ok(
          filled.includes("signing_day") && filled.includes("app_challenge"),
          String(filled),
        );
        const texts = [
          kari.personId,
          kari.customerNumber,
          kari.name,
          ...Object.values(device),
          ...(await listIdentifiers(bank(), worldId)),
        ];
        const before = new Set((await findValues(texts)).map(({ table }) => table));
        for (const table of ["consent", "session", "psu_identifier", "audit_subject", "payment"]) {
          assert.ok(before.has(table), `${table} had nothing about the person`);
        }
        assert.ok((await erase(bank().storage, bank().bank.responseSigner, worldId)) > 0);
        const left = await findValues(texts);
        assert.deepEqual(listUnexpected(left), []);
        // Authorisations and their history stay only if they are about payments.
        const scas = left.filter(({ table }) => table === "sca").map(({ row }) => row);
        const scaIds = new Set(scas.map((row) => row.sca_id));
        for (const row of scas) {
          assert.match(String(row.subject_kind), /^(payment|basket|cancellation)$/);
        }
        for (const { table, row } of left) {
          if (table !== "event" || /^(payment|basket)$/.test(String(row.subject_kind))) continue;
          assert.ok(scaIds.has(row.subject_id ?? ""), `event ${row.event_id}`);
        }
        assertNotLogged(texts);
      });
    },
    { logTo },
  );

  test("leaves nothing in the files of SQLite, neither in free space nor in the log", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "varde-erased-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const location = { engine: "sqlite", folder } as const;
    const bank = await aBank({ location });
    const { responseSigner } = bank.bank;
    await useBank(bank).finally(() => bank.close());
    leaveDeletedRows(join(folder, "varde.sqlite"));
    // As with the command, which needs the data folder for itself.
    const storage = await openStorage({ location, migrations: "as-is" });
    const worlds = all<{ world_id: string }>(sql`select distinct world_id from psu_identifier`);
    const [world] = await storage.read(() => worlds);
    // A sandbox shows a TPP its requests, so these keep the texts.
    await storage.write(() => run(sql`delete from sandbox_request_facts`));
    const before = await listTexts(storage);
    await erase(storage, responseSigner, world?.world_id ?? "");
    const after = await listTexts(storage);
    await storage.close();
    const gone = [...before].filter(([text]) => !after.has(text));
    // A payment that stays still names what its SCA is about, for example.
    const kept = [...after.keys()].join("\n");
    const erased = gone.filter(([text]) => !kept.includes(text));
    const places = new Set(erased.map(([, place]) => place));
    for (const place of ["psu_identifier.psu_id", "sca.session_id", "payment.psu_device"]) {
      assert.ok(places.has(place), `${place} is not erased`);
    }
    for (const name of readdirSync(folder)) {
      const content = readFileSync(join(folder, name));
      assert.deepEqual(
        erased.filter(([text]) => content.includes(text)),
        [],
        name,
      );
    }
  });
});
