import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { CoreBank } from "@varde/bank";
import { type CoreBankSubject, coreBankContract, runContract } from "@varde/bank/contracts";
import { onBothEngines } from "@varde/testkit/storage";
import { dataSet } from "../../src/data-set/index.ts";
import { everyMigration } from "../../src/index.ts";
import { sandboxPorts } from "../sandbox-ports.ts";
import { plantedFaults } from "./planted-faults.ts";

const { kari, ola } = dataSet.people;
const rejecting = dataSet.magicAccounts.find(({ behaviour }) => behaviour === "reject");

type Plant = (coreBank: CoreBank, subject: CoreBankSubject) => Partial<CoreBank>;

/** Books a small payment beside each list, always in the same direction. */
const bookBeside: Plant = (coreBank, { worldId, debtorBban, creditorBban }) => ({
  submitAll: async (instructions, at) => {
    const debtor = await coreBank.findAccount(worldId, { bban: debtorBban });
    const beside = instructions.slice(0, 1).map((one) => ({
      ...one,
      instructionId: randomUUID(),
      debtorAccountId: debtor?.accountId ?? "",
      creditor: { name: "Beside", bban: creditorBban },
      amountMinor: 1n,
      agreedFeeMinor: 0n,
    }));
    await coreBank.submitAll(beside, at);
    return coreBank.submitAll(instructions, at);
  },
});

onBothEngines(everyMigration, (storage, engine) =>
  describe("the contract of a core bank", () => {
    const openContract = async (plant: Plant = () => ({})) => {
      const { ports, worldId } = await sandboxPorts(storage());
      const { coreBank, clock } = ports;
      const subject: CoreBankSubject = {
        coreBank,
        worldId,
        debtorBban: kari.current.bban,
        creditorBban: ola.current.bban,
        otherBankBban: dataSet.payees.power.bban,
        rejectingBban: rejecting?.bban ?? "",
        now: () => clock.now(worldId),
      };
      const faulty = { ...coreBank, ...plant(coreBank, subject) };
      return coreBankContract({ ...subject, coreBank: faulty });
    };

    test("holds for the core bank of the sandbox", async () => {
      const reports = await runContract(await openContract());
      assert.deepEqual(
        reports.filter(({ result }) => result !== "passed"),
        [],
      );
    });

    // The rules are the same on both engines.
    if (engine === "postgres") return;
    test("every rule that executes payments notices one that is booked beside them", async () => {
      const ids = (await openContract()).map(({ id }) => id);
      const paying = ids.filter((id) => id.startsWith("PAYMENTS-"));
      const seen: string[] = [];
      for (const id of paying) {
        const rules = await openContract(bookBeside);
        const [report] = await runContract(rules.filter((rule) => rule.id === id));
        seen.push(`${id}: ${report?.seen}`);
      }
      assert.equal(paying.length, 12);
      assert.deepEqual(
        seen.filter((line) => !/: booked amounts/.test(line)),
        [],
      );
    });

    for (const [title, ruleId, seen, plant] of plantedFaults) {
      test(`${ruleId} notices ${title}`, async () => {
        const rules = await openContract(plant);
        const [report] = await runContract(rules.filter(({ id }) => id === ruleId));
        assert.equal(report?.result, "failed");
        assert.match(report.seen ?? "", seen);
      });
    }
  }),
);
