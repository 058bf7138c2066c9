import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { everyMigration } from "@varde/sandbox";
import { listStatements } from "../tools/sql-statements.ts";
import { statementFaults } from "./statement-faults.ts";

describe("every statement of the source", () => {
  test("is taken by both engines, or by the one it is written for", async () => {
    const statements = listStatements();
    assert.ok(statements.length > 100, "the statements were found");
    const faults = await statementFaults(statements, everyMigration);
    const told = faults.map(({ place, engine, message }) => `${place} on ${engine}: ${message}`);
    assert.ok(faults.length === 0, `\n${told.join("\n")}\n`);
  });

  test("is refused where an engine refuses it, and each fault is told", async () => {
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
