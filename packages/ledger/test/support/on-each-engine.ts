import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import type { Ledger } from "../../src/index.ts";
import { aLedger, feesOnAll } from "./a-ledger.ts";
import { engines } from "./engines.ts";

/**
 * Runs the same tests on both engines. Each test has a world of its own in one shared ledger, whose
 * books must balance when all are done.
 */
export function onEachEngine(title: string, tests: (ledger: () => Ledger) => void): void {
  for (const engine of engines) {
    describe(`${title} on ${engine.name}`, () => {
      let ledger: Ledger;
      let stop: () => Promise<void>;

      before(async () => {
        const { location, drop } = await engine.locate();
        const opened = await aLedger(location, feesOnAll);
        ledger = opened.ledger;
        stop = async () => {
          await opened.close();
          await drop();
        };
      });
      after(async () => {
        assert.deepEqual(await ledger.checkBooks(), []);
        await stop();
      });

      tests(() => ledger);
    });
  }
}
