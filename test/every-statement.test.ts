import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { everyMigration } from "@varde/sandbox";
import { listStatements } from "../tools/sql-statements.ts";
import { statementFaults } from "./statement-faults.ts";

describe("every SQL statement of the source", () => {
  test("is accepted by both engines, or by the engine it is written for", async () => {
    const statements = listStatements();
    assert.ok(statements.length > 100, "the scan found statements");
    const faults = await statementFaults(statements, everyMigration);
    const lines = faults.map(({ place, engine, message }) => `${place} on ${engine}: ${message}`);
    assert.ok(faults.length === 0, `\n${lines.join("\n")}\n`);
  });

  test("is reported with its fault if an engine refuses it", async () => {
    const good = "select world_id from sandbox_world";
    const bad = "select none from sandbox_world";
    const statements = [
      { place: "good", sqlite: good, postgres: good },
      { place: "bad", sqlite: bad, postgres: bad },
      { place: "one", sqlite: "select 1 where 1 = ?", postgres: undefined },
    ];
    const faults = await statementFaults(statements, everyMigration);
    assert.deepEqual(
      faults.map(({ place, engine }) => [place, engine]),
      [
        ["bad", "sqlite"],
        ["bad", "postgres"],
      ],
    );
  });
});
