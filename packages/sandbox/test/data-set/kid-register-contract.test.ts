import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KidRegister } from "@varde/bank";
import { kidRegisterContract, runContract, testContract } from "@varde/bank/contracts";
import { dataSet, dataSetKidRegister } from "../../src/data-set/index.ts";

const { power, hospital } = dataSet.payees;
const register = dataSetKidRegister(dataSet.kidAgreements);

const contract = (findKidAgreement: KidRegister["findKidAgreement"]) =>
  kidRegisterContract({
    register: { findKidAgreement },
    mandatoryBban: power.bban,
    unlistedBban: hospital.bban,
  });

testContract(
  "the contract of a KID register holds for the data set",
  contract(register.findKidAgreement),
);

type Found = ReturnType<KidRegister["findKidAgreement"]>;

const changed = (change: object) => (bban: string) => {
  const agreement = register.findKidAgreement(bban);
  return agreement && { ...agreement, ...change };
};

let calls = 0;

/** Faulty registers, each with the rules that notice it. */
const planted: readonly (readonly [string, readonly string[], (bban: string) => Found])[] = [
  [
    "a register that returns promises",
    ["KID-1", "KID-2", "KID-3", "KID-4"],
    (bban) => Promise.resolve(register.findKidAgreement(bban)) as never,
  ],
  ["a register with one agreement for all", ["KID-2"], () => register.findKidAgreement(power.bban)],
  ["a register with its own kinds", ["KID-1", "KID-3"], changed({ kind: "MANDATORY" })],
  ["a register with one modulus for none", ["KID-3"], changed({ modulus: 0 })],
  ["a register with lengths of text", ["KID-3"], changed({ lengths: ["17"] })],
  ["a register without lengths", ["KID-3"], changed({ lengths: [] })],
  [
    "a register that changes between calls",
    ["KID-4"],
    (bban) => {
      calls += 1;
      return changed({ lengths: [2 + (calls % 2)] })(bban);
    },
  ],
];

describe("the contract of a KID register", () => {
  for (const [title, expected, find] of planted) {
    test(`${expected} notices ${title}`, async () => {
      const reports = await runContract(contract(find));
      const failed = reports.filter(({ result }) => result === "failed");
      assert.deepEqual(
        failed.map(({ id }) => id),
        expected,
      );
    });
  }
});
