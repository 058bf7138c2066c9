import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listStatements, parseStatements } from "./sql-statements.ts";

// Dollar signs and backticks are inserted at run time, so that this file contains no statement.
const source = (text: string) => text.replaceAll("@", "$").replaceAll("~", "`");

describe("SQL statements in the source", () => {
  test("are listed with each interpolation as a parameter", () => {
    const text = "const a = sql~select @{f({ a: ~x@{1}}~ })}, @{'}'}\n where 1=1~;\nsql~select 2~";
    assert.deepEqual(parseStatements(source(text), "file.ts"), [
      {
        place: "file.ts:1",
        sqlite: "select ?, ?\n where 1=1",
        postgres: "select $1, $2\n where 1=1",
      },
      { place: "file.ts:3", sqlite: "select 2", postgres: "select 2" },
    ]);
  });

  test("in perEngine belong to one engine each", () => {
    const text = "perEngine({ sqlite: sql~select 1~, postgres: sql~select 2~ })";
    assert.deepEqual(
      parseStatements(source(text), "file.ts").map(({ sqlite, postgres }) => [sqlite, postgres]),
      [
        ["select 1", undefined],
        [undefined, "select 2"],
      ],
    );
  });

  test("in comments are ignored", () => {
    assert.deepEqual(parseStatements(source(" * sql~select 1~\n// sql~select 2~"), "file.ts"), []);
  });

  test("have their fragments inserted, from the storage package and from the file", () => {
    const text = `const open = fragment~status = @{a}~;
      const due = (at: number, { b }: B) => fragment~@{open} and due_at @{inList(b)}~;
      const rows = jsonRows([]);
      sql~select 1 from @{rows} where @{due(1, { b })} @{forUpdate}~`;
    assert.deepEqual(
      parseStatements(source(text), "file.ts").map(({ sqlite, postgres }) => [sqlite, postgres]),
      [
        [
          "select 1 from json_each(?) where status = ? and due_at " +
            "in (select value from json_each(?)) ",
          "select 1 from json_array_elements(cast($1 as json)) where status = $2 and due_at " +
            "= any(array(select json_array_elements_text(cast($3 as json)))) for update",
        ],
      ],
    );
  });

  test("have the columns and inserts of declared tables inserted", () => {
    const text = `const noteTable = table("note", {
  id: text(),
  writtenAt: named("at", integer),
  firstLine: text(),
});
      sql~insert into note (@{noteTable.columns}) select * from note~;
      sql~select @{noteTitles.columns} from note where id = @{id}~;
      sql~@{noteTable.insert(note)} on conflict do nothing~`;
    assert.deepEqual(
      parseStatements(source(text), "file.ts").map(({ postgres }) => postgres),
      [
        "insert into note (id, at, first_line) select * from note",
        "select * from note where id = $1",
        "insert into note select * from note where true on conflict do nothing",
      ],
    );
  });

  test("of the packages are listed with their files", () => {
    const places = listStatements().map(({ place }) => place.replace(/:\d+$/, ""));
    assert.ok(places.includes("packages/storage/src/postgres/postgres-storage.ts"));
  });
});
