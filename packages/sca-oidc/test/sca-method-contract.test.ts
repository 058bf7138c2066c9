import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ScaMethod, ScaResult } from "@varde/bank";
import { type RuleReport, runContract, scaMethodContract } from "@varde/bank/contracts";
import { logIn, oidcTerms, readPage, TestProvider } from "@varde/testkit/eid";
import { createOidcScaMethod, type OidcOptions } from "../src/index.ts";

const returnUrl = "http://127.0.0.1:9/sca-callback";
const nin = "15819000066";

type Plant = (method: ScaMethod) => Partial<ScaMethod>;

describe("the contract of an SCA method at a real provider", () => {
  let provider: TestProvider;
  let options: OidcOptions;
  before(async () => {
    provider = await TestProvider.start([returnUrl]);
    options = {
      ...oidcTerms,
      issuer: provider.issuer,
      key: provider.key,
      psuDirectory: {
        findPerson: async (_worldId, number) => ({ personId: `person-${number}`, name: "Kari" }),
      },
    };
  });
  after(() => provider?.[Symbol.asyncDispose]());

  const check = (plant: Plant, ruleId?: string): Promise<readonly RuleReport[]> => {
    const method = createOidcScaMethod(options);
    const rules = scaMethodContract({
      scaMethod: { ...method, ...plant(method) },
      secondInstance: createOidcScaMethod(options),
      stages: { identify: ["redirect"], approve: ["redirect"] },
      worldId: "w",
      personId: `person-${nin}`,
      identityNumber: nin,
      returnUrl,
      act: async (begun, decision) => {
        assert(begun.kind === "redirect");
        const fields = decision === "confirm" ? { nin } : { decision: "refuse" };
        return (await logIn(begun.address, fields)).search.slice(1);
      },
      readShown: async (begun) => {
        assert(begun.kind === "redirect");
        return readPage(begun.address);
      },
    });
    return runContract(rules.filter(({ id }) => ruleId === undefined || id === ruleId));
  };

  test("holds", async () => {
    const reports = await check(() => ({}));
    assert.deepEqual(
      reports.filter(({ result }) => result === "failed"),
      [],
    );
  });

  const afterFinish =
    (change: (result: ScaResult) => ScaResult): Plant =>
    ({ finish }) => ({
      finish: async (sca, callback) => change(await finish(sca, callback)),
    });

  /** Faulty methods, each with the rule that notices it. */
  const planted: readonly (readonly [string, string, Plant])[] = [
    [
      "a method with its own state",
      "SCA-7",
      ({ begin }) => ({
        begin: (sca, subject) =>
          begin({ ...sca, returnTo: { ...sca.returnTo, state: "fixed" } }, subject),
      }),
    ],
    [
      "an approval that is another identification",
      "SCA-11",
      ({ begin }) => ({ begin: (sca) => begin(sca, undefined) }),
    ],
    [
      "a refusal that is reported as invalid",
      "SCA-3",
      afterFinish((result) =>
        result.kind === "failed" ? { ...result, because: "invalid" } : result,
      ),
    ],
    [
      "evidence with the identity number",
      "SCA-4",
      afterFinish((result) =>
        result.kind === "proven"
          ? { ...result, evidence: { ...result.evidence, transactionId: `nin ${nin}` } }
          : result,
      ),
    ],
    [
      "a method that keeps its state in the process",
      "SCA-9",
      ({ begin, finish }) => {
        const kept = new Map<string, string>();
        return {
          begin: async (sca, subject) => {
            const begun = await begin(sca, subject);
            assert(begun.kind === "redirect");
            const { state } = sca.returnTo;
            kept.set(state, begun.kept);
            return { ...begun, kept: state };
          },
          finish: (sca, callback) =>
            callback.kind === "redirect"
              ? finish(sca, { ...callback, kept: kept.get(callback.kept) ?? "" })
              : finish(sca, callback),
        };
      },
    ],
    [
      "a method that throws for a strange callback",
      "SCA-5",
      ({ finish }) => ({
        finish: (sca, callback) => {
          assert(callback.kind === "redirect", "not from the provider");
          return finish(sca, callback);
        },
      }),
    ],
  ];
  for (const [title, ruleId, plant] of planted) {
    test(`${ruleId} notices ${title}`, async () => {
      const [report] = await check(plant, ruleId);
      assert.equal(report?.result, "failed");
    });
  }
});
