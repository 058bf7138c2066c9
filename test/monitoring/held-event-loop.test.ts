import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { TppRegister } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank, aProductionBank, type ProductionBank, requestLog } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";

/** Four times what is logged, because a loaded machine may take the processor for a while. */
const heldMs = 1_000;
const path = "/v1/accounts";

/** Keeps this thread busy, as a pattern that backtracks does. */
const holdLoop = (): undefined => {
  const end = performance.now() + heldMs;
  while (performance.now() < end);
};

type LogLine = Readonly<Record<string, unknown>>;

const findHolds = (lines: readonly LogLine[]): readonly object[] =>
  lines
    .filter(({ msg, ms }) => msg === "request held the event loop" && Number(ms) >= heldMs)
    .map(({ operation, stage, check }) =>
      check === undefined ? { operation, stage } : { operation, stage, check },
    );

describe("a request that holds the event loop", () => {
  const log = requestLog();
  let sandbox: TestBank;
  let bank: ProductionBank;
  let admit: TppRegister["admit"] = () => ({ isAdmitted: true });
  let callsUntilHold = Number.POSITIVE_INFINITY;
  before(async () => {
    sandbox = await aBank({ logTo: log.logTo });
    const { clock } = sandbox.bank;
    bank = await aProductionBank(
      sandbox,
      { anchors: [sandbox.authority.certificate] },
      {
        tppRegister: { admit: (request) => admit(request) },
        clock: {
          now: (worldId) => clock.now(worldId),
          machineNow: () => {
            callsUntilHold -= 1;
            if (callsUntilHold === 0) holdLoop();
            return clock.machineNow();
          },
        },
      },
    );
    await sendToProduction();
  });
  after(async () => {
    await bank.close();
    await sandbox.close();
  });

  /** The first request looks the TPP up; the later ones pass all checks in one go. */
  const sendToProduction = async (): Promise<readonly object[]> => {
    const earlier = bank.log.all.length;
    await aTpp(bank, sandbox.tpp).send({ path });
    return findHolds(bank.log.all.slice(earlier));
  };

  test("is logged with the check that did it", async () => {
    admit = () => {
      holdLoop();
      return { isAdmitted: true };
    };
    const held = { operation: "listAccounts", stage: "checks", check: "checkTpp" };
    assert.deepEqual(await sendToProduction(), [held]);
  });

  test("is not logged if it waited instead", async () => {
    admit = async () => {
      await sleep(heldMs);
      return { isAdmitted: true };
    };
    assert.deepEqual(await sendToProduction(), []);
  });

  test("is logged without a check if it happened before them", async () => {
    admit = () => ({ isAdmitted: true });
    // The first call is when the body was read.
    callsUntilHold = 1;
    assert.deepEqual(await sendToProduction(), [{ operation: "listAccounts", stage: "routing" }]);
  });

  test("is logged with the stage after the checks", async () => {
    const { interventions } = sandbox.bank;
    const own = { ...interventions };
    const tpp = aTpp(sandbox);
    try {
      Object.assign(interventions, { beforeUseCase: holdLoop, onHandled: holdLoop });
      await tpp.send({ path: "/v1/sandbox/customers" });
    } finally {
      Object.assign(interventions, own);
    }
    await tpp.send({ path: "/v1/sandbox/customers" });
    assert.deepEqual(findHolds(log.all), [
      { operation: "listCustomers", stage: "useCase" },
      { operation: "listCustomers", stage: "response" },
    ]);
  });
});
