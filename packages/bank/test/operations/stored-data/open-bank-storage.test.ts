import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { bankMigrations, openBankStorage } from "@varde/bank";
import type { StorageLocation } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";

const refusals = async (location: StorageLocation): Promise<void> => {
  const open = async (bankId: string | undefined, mode: "sandbox" | "production" = "sandbox") => {
    const options = { location, migrations: bankMigrations };
    await (await openBankStorage(options, { bankId, mode })).close();
  };
  await open("fjord");
  await open("fjord");
  await open(undefined);
  await assert.rejects(open("skog"), {
    name: "ConfigurationRefused",
    message: /^The database belongs to the bank fjord, not to skog; .*VARDE_BANK_ID=fjord/,
  });
  await assert.rejects(open("fjord", "production"), {
    name: "ConfigurationRefused",
    message: /^The database belongs to a bank in sandbox mode, so a bank in production mode/,
  });
  await open("fjord");
};

describe("A25: a database belongs to one bank, in one mode", () => {
  test("on SQLite", async () => {
    const folder = mkdtempSync(join(tmpdir(), "varde-owner-"));
    await refusals({ engine: "sqlite", folder });
    rmSync(folder, { recursive: true });
  });

  test("on PostgreSQL", async () => {
    await using database = await freshDatabase();
    await refusals({ engine: "postgres", url: database.url });
  });
});
