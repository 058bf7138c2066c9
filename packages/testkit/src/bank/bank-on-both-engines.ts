import { after, before, describe } from "node:test";
import { type SandboxOptions, startBank, type TestBank } from "@varde/sandbox";
import type { Engine } from "@varde/storage";
import { freshDatabase } from "../postgres/postgres.ts";

/**
 * Defines the same tests for each engine, each with its own bank. The bank exists only while tests
 * run, so tests get a function that returns it.
 */
export function withBankOnBothEngines(
  define: (bank: () => TestBank, engine: Engine) => void,
  options: Partial<SandboxOptions> = {},
): void {
  for (const engine of ["sqlite", "postgres"] as const) {
    describe(`on ${engine}`, () => {
      let bank: TestBank | undefined;
      let drop = async () => {};
      before(async () => {
        if (engine === "sqlite") {
          bank = await startBank(options);
        } else {
          const database = await freshDatabase();
          drop = database.drop;
          bank = await startBank({ location: { engine, url: database.url }, ...options });
        }
      });
      after(async () => {
        await bank?.close();
        await drop();
      });
      define(() => {
        if (bank === undefined) throw new Error("The bank is open only inside a test.");
        return bank;
      }, engine);
    });
  }
}
