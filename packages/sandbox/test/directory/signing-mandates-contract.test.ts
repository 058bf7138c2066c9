import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SigningMandates, SigningRequest } from "@varde/bank";
import { runContract, signingMandatesContract } from "@varde/bank/contracts";
import { aBank } from "@varde/testkit/bank";
import { aPsu } from "@varde/testkit/psu";
import { dataSet, type TestBank } from "../../src/index.ts";

const { agreementId, accounts } = dataSet.companies.lyngrabben;
const { sunniva, trym, eline, bjarte } = dataSet.representatives;

describe("the contract of mandates", () => {
  let bank: TestBank;
  let worldId = "";
  before(async () => {
    bank = await aBank();
    await aPsu(bank);
    worldId = (await bank.listWorlds())[0]?.worldId ?? "";
  });
  after(() => bank.close());

  const check = async (change: (own: SigningMandates) => Partial<SigningMandates> = () => ({})) => {
    const own = bank.bank.signingMandates;
    assert(own !== undefined);
    const minor = 40_000_00n;
    const reports = await runContract(
      signingMandatesContract({
        mandates: { ...own, ...change(own) },
        payment: {
          ...{ worldId, agreementId, accountId: accounts[0].accountId },
          ...{ product: "NDCT", service: "payments", currency: "NOK" },
          ...{ amountMinor: minor, nokMinor: minor, totalNokMinor: minor },
        },
        signers: [sunniva.personId, trym.personId],
        preparer: eline.personId,
        viewer: bjarte.personId,
        alone: {
          personId: sunniva.personId,
          paymentNokMinor: 25_000_00n,
          dayNokMinor: 100_000_00n,
        },
      }),
    );
    return reports.filter(({ result }) => result !== "passed").map(({ id }) => id);
  };
  /** Asks the sandbox about other requests than those that it receives. */
  const asking =
    (change: (request: SigningRequest) => SigningRequest) => (own: SigningMandates) => ({
      decide: (requests: readonly SigningRequest[]) => own.decide(requests.map(change)),
    });

  test("holds for the mandates of the sandbox", async () => {
    assert.deepEqual(await check(), []);
  });

  test("MANDATE-4 notices that a person counts twice", async () => {
    const failed = await check((own) => ({
      decide: async (requests) =>
        (await own.decide(requests)).map((decision, at) =>
          requests[at]?.signedBy.includes(requests[at].personId) === true
            ? { kind: "complete" as const }
            : decision,
        ),
    }));
    assert.deepEqual(failed, ["MANDATE-4"]);
  });

  test("MANDATE-7 and MANDATE-8 notice forgotten limits", async () => {
    const payment = await check(
      asking((request) => ({ ...request, nokMinor: request.nokMinor > 25_000_01n ? 1n : 0n })),
    );
    assert.ok(payment.includes("MANDATE-7"), payment.join());
    assert.deepEqual(await check(asking((one) => ({ ...one, signedTodayNokMinor: 0n }))), [
      "MANDATE-8",
    ]);
  });

  test("MANDATE-1 notices a decision about nothing, MANDATE-3 another order", async () => {
    const always = async () => [{ kind: "complete" as const }];
    assert.ok((await check(() => ({ decide: always }))).includes("MANDATE-1"));
    const reversed = await check((own) => ({
      decide: async (requests) => (await own.decide(requests)).toReversed(),
    }));
    assert.ok(reversed.includes("MANDATE-3"), reversed.join());
  });

  test("MANDATE-10 notices a list of people who have signed", async () => {
    const failed = await check((own) => ({
      listSigners: (request) => own.listSigners({ ...request, signedBy: [] }),
    }));
    assert.deepEqual(failed, ["MANDATE-10"]);
  });
});
