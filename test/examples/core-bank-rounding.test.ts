import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { commandOf, missingPrograms } from "@varde/testkit/processes";

const script = fileURLToPath(
  new URL("../../examples/core-bank-adapter/core-bank.py", import.meta.url),
);

/**
 * Pays four cents, which are 46.08 øre, and prints the outcome and how each balance has changed.
 */
const payFourCents = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("core_bank", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
bank = module.CoreBank(":memory:")
read = lambda name, one: bank.one(f"select {name} from account where account_id = ?", one)[0]
accounts = ["kari-current", "ola-current", module.INCOME]
before = [read("booked_minor", one) for one in accounts]
outcome = bank.submit_one({
    "instructionId": "one", "attempt": "1", "debtorAccountId": "kari-current",
    "creditor": {"name": "Ola", "bban": read("bban", "ola-current")}, "amountMinor": "4",
    "currency": "EUR", "agreedFeeMinor": "0", "route": "own-bank", "remittance": [],
    "references": []}, 1_780_000_000_000)
changes = [read("booked_minor", one) - was for one, was in zip(accounts, before)]
print(json.dumps([outcome["kind"], *changes]))
`;

test("VAL-20: the core bank in Python rounds a debit up and a credit down", {
  skip: missingPrograms(["python"]),
}, async () => {
  const { stdout } = await promisify(execFile)(commandOf("python"), ["-c", payFourCents, script]);
  assert.deepEqual(JSON.parse(stdout), ["settled", -47, 46, 1]);
});
