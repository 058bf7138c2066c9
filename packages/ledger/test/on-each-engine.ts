import assert from "node:assert/strict";
import { describe } from "node:test";
import * as storage from "@varde/testkit/storage";
import { type Ledger, ledgerMigrations } from "../src/index.ts";
import { aLedger, feesOnAll } from "./a-ledger.ts";

/**
 * Defines the same tests for each engine. Each test has its own world in one shared ledger, whose
 * books must balance at the end.
 */
export const onEachEngine = (title: string, tests: (ledger: () => Ledger) => void): void =>
  void describe(title, () =>
    storage.onEachEngine(
      ledgerMigrations,
      async ({ location }, stack) => {
        const { ledger, close } = await aLedger(location, feesOnAll);
        stack.defer(close);
        stack.defer(async () => assert.deepEqual(await ledger.checkBooks(), []));
        return ledger;
      },
      tests,
    ),
  );
