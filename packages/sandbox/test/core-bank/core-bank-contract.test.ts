import assert from "node:assert/strict";
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
