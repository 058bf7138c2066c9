import assert from "node:assert/strict";
import { test } from "node:test";
import { bankWorldTables } from "@varde/bank";
import { ledgerWorldTables } from "@varde/ledger";
import { directoryWorldTables } from "../../src/directory/directory-tables.ts";
import { historyWorldTables } from "../../src/history/history-store.ts";
import { everyMigration } from "../../src/index.ts";

/** Tables with a world that are not part of its state. */
const besides = [
  "tpp",
  "own_visit",
  "audit_actor",
  "audit_subject",
  "app_challenge",
  "sandbox_world",
  "sandbox_scenario",
  "sandbox_snapshot",
  "sandbox_request_facts",
];

/** Columns that nothing reads or writes. */
const unused = new Set(["ledger_reservation.instruction_id"]);

test("every table of a world is part of a snapshot, or is listed here", () => {
  const created = everyMigration
    .flatMap(({ statements }) => statements)
    .flatMap((text) => {
      const name = /^create table (\w+)/.exec(text)?.[1];
      return name !== undefined && /\bworld_id\b/.test(text) ? [name] : [];
    });
  const copied = [
    ...bankWorldTables,
    ...ledgerWorldTables,
    ...directoryWorldTables,
    ...historyWorldTables,
  ];
  const known = new Set([...copied.map(({ name }) => name), ...besides]);
  assert.deepEqual(
    created.filter((name) => !known.has(name)),
    [],
  );
});

test("every column of a table that new worlds are copied from is declared", () => {
  const statements = everyMigration.flatMap((migration) => migration.statements);
  const columnsOf = (table: string) =>
    statements.flatMap((text) => [
      ...(text.startsWith(`create table ${table} (`)
        ? [...text.matchAll(/^\s*(\w+) (?:text|integer)/gm)].map(([, column]) => column)
        : []),
      ...[...text.matchAll(new RegExp(`^alter table ${table} add column (\\w+)`, "g"))].map(
        ([, column]) => column,
      ),
    ]);
  for (const { name, columnNames } of [...ledgerWorldTables, ...directoryWorldTables]) {
    const created = columnsOf(name).filter((column) => !unused.has(`${name}.${column}`));
    assert.deepEqual(columnNames.toSorted(), created.toSorted(), name);
  }
});
