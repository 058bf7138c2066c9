import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { contractRules } from "@varde/core-bank-http/check";
import { fileOf, readBlocks } from "../guide.ts";
import { checkExample, skippedWithoutMandates } from "./check-example.ts";

const example = new URL("../../examples/core-bank-adapter/core-bank.mjs", import.meta.url);
const steps = readBlocks("core-bank-in-ten-steps.md").filter(
  (block) => fileOf(block) === "core-bank.mjs",
);
const typed = steps.map(({ code }) => code).join("\n");

/** Writes a core bank to a file, checks it, and returns the rules that did not pass. */
const checkTyped = async (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "varde-ten-steps-"));
  try {
    const file = join(folder, "core-bank.mjs");
    writeFileSync(file, text);
    return await checkExample(process.execPath, [file, "0"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe("a core bank in ten steps", () => {
  test("the blocks of the guide are the example", () => {
    assert.equal(steps.length, 10);
    assert.equal(typed, readFileSync(example, "utf8"));
  });

  test("the blocks, typed into one file, pass every rule", async () => {
    assert.deepEqual(await checkTyped(typed), skippedWithoutMandates);
  });

  test("the guide prints how many rules pass, and those that are skipped", () => {
    const guide = readFileSync(
      new URL("../../docs/guides/core-bank-in-ten-steps.md", import.meta.url),
      "utf8",
    );
    const checked = contractRules.filter(({ id }) => !/^(?:HTTP-12|MANDATE-\d+)$/.test(id));
    assert(guide.includes(`\n${checked.length} rules passed, 0 failed, 2 skipped.\n`));
    for (const [id, seen] of skippedWithoutMandates) {
      assert.match(guide, new RegExp(`\nskipped ${id} .*\n {23}${RegExp.escape(seen)}\n`));
    }
  });

  test("without the line that debits the fee, the rule about fees fails", async () => {
    const line = /\n.*book\(debtor, -feeMinor.*/;
    assert.match(typed, line);
    const reports = await checkTyped(typed.replace(line, ""));
    assert.deepEqual(
      reports
        .filter(([id]) => id !== "HTTP-12" && id !== "MANDATE")
        .map(([id, seen]) => `${id} ${seen}`),
      [
        "PAYMENTS-2 booked amounts: expected { debtor: -107n, creditor: 100n }, " +
          "got { debtor: -100n, creditor: 100n }",
        "TRANSACTIONS-2 not checked because PAYMENTS-2 failed",
        "OUTCOMES-1 not checked because PAYMENTS-2 failed",
        "OUTCOMES-8 not checked because PAYMENTS-2 failed",
      ],
    );
  });
});
