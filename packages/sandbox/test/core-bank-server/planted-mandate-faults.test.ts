import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SigningDecision, SigningMandates, SigningRequest } from "@varde/bank";
import { contractListener } from "@varde/core-bank-http";
import { type CheckedMandates, checkCoreBank, contractRules } from "@varde/core-bank-http/check";
import { defaultFeeTable, defaultRateTable } from "@varde/ledger";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer } from "@varde/testkit/payments";
import { serveLocally } from "@varde/testkit/processes";
import {
  ledgerPriceList,
  oneWorldMandates,
  oneWorldPorts,
} from "../../src/core-bank-server/start-core-bank.ts";
import { checkedAccounts } from "./checked-accounts.ts";

type Change = (own: SigningMandates) => Partial<SigningMandates> | undefined;

const rules = contractRules.map(({ id }) => id).filter((id) => id.startsWith("MANDATE-"));

/** Decides about other requests than those that come, or changes the decisions. */
const deciding =
  (
    ask: (request: SigningRequest) => SigningRequest,
    answer: (own: SigningDecision, request: SigningRequest) => SigningDecision = (own) => own,
  ): Change =>
  (own) => ({
    decide: async (requests) => {
      const decisions = await own.decide(requests.map(ask));
      return requests.map((request, at) => answer(decisions[at] ?? { kind: "complete" }, request));
    },
  });
const same = (request: SigningRequest): SigningRequest => request;
const complete: SigningDecision = { kind: "complete" };

describe("the check of mandates", () => {
  let sandbox: Awaited<ReturnType<typeof aBank>>;
  let worldId: string;
  before(async () => {
    sandbox = await aBank();
    await aPayer(sandbox);
    worldId = await onlyWorld(sandbox);
  });
  after(() => sandbox.close());

  /** Serves the mandates of the sandbox with some methods replaced, and checks them. */
  const check = async (
    change: Change,
    company: Partial<CheckedMandates> | null = {},
    mandatesAreOptional = false,
  ) => {
    const { coreBank, psuDirectory, signingMandates } = sandbox.bank;
    assert(signingMandates !== undefined);
    const own = oneWorldMandates(signingMandates, worldId);
    const changed = change(own);
    await using server = await serveLocally(
      contractListener({
        ...oneWorldPorts(coreBank, psuDirectory, worldId),
        signingMandates: changed && { ...own, ...changed },
        priceList: ledgerPriceList(defaultFeeTable, defaultRateTable),
        onFailure: () => {},
      }),
    );
    const { mandates, ...others } = checkedAccounts;
    assert(mandates !== undefined);
    const accounts =
      company === null ? others : { ...others, mandates: { ...mandates, ...company } };
    const reports = await checkCoreBank({ url: server.url, timeoutMs: 60_000 }, accounts, {
      only: rules,
      mandatesAreOptional,
    });
    return reports
      .filter(({ result }) => result !== "passed")
      .map(({ id, result, seen }) => `${id} ${result}: ${seen}`);
  };

  test("passes on the sandbox's own mandates, over HTTP", async () => {
    assert.deepEqual(await check(() => ({})), []);
    assert.equal(rules.length, 12);
  });

  /** A fault of mandates, and the rules that find it. */
  const faults: Readonly<Record<string, readonly [Change, ...rules: readonly string[]]>> = {
    "decides about nothing": [
      (own) => ({
        decide: async (requests) => (requests.length === 0 ? [complete] : own.decide(requests)),
      }),
      "MANDATE-1",
    ],
    "lets the first signer be enough": [
      deciding(same, (own) => (own.kind === "more" ? complete : own)),
      "MANDATE-2",
    ],
    "decides in another order": [
      (own) => ({ decide: async (requests) => (await own.decide(requests)).toReversed() }),
      "MANDATE-3",
    ],
    "counts a person twice": [
      deciding(same, (own, { signedBy, personId }) =>
        signedBy.includes(personId) ? complete : own,
      ),
      "MANDATE-4",
    ],
    "counts whoever has signed": [
      deciding(same, (own, { signedBy }) =>
        own.kind === "more" && signedBy.length > 0 ? complete : own,
      ),
      "MANDATE-5",
      "MANDATE-6",
      "MANDATE-11",
    ],
    "lets everybody sign who may see the account": [
      deciding(same, (own) =>
        own.kind === "may-not-sign" && own.because === "view-only" ? complete : own,
      ),
      "MANDATE-5",
      "MANDATE-11",
    ],
    "lets preparers sign": [
      deciding(same, (own) =>
        own.kind === "may-not-sign" && own.because === "prepare-only" ? complete : own,
      ),
      "MANDATE-6",
    ],
    "forgets the limit of a payment": [
      deciding(same, (own, { nokMinor }) =>
        own.kind === "more" && nokMinor < 40_000_00n ? complete : own,
      ),
      "MANDATE-7",
    ],
    "forgets the limit of a day": [
      deciding((request) => ({ ...request, signedTodayNokMinor: 0n })),
      "MANDATE-8",
    ],
    "counts only the largest payment of a bulk": [
      deciding((request) => ({ ...request, totalNokMinor: request.nokMinor })),
      "MANDATE-8",
    ],
    "takes a question for a signature": [
      (own) => {
        let asked = 0n;
        return {
          decide: async (requests) => {
            const decisions = await own.decide(
              requests.map((one) => ({
                ...one,
                signedTodayNokMinor:
                  one.signedTodayNokMinor + (one.service === "payments" ? asked : 0n),
              })),
            );
            // Of the calls of other rules, none asks about a single payment within the limit.
            const [first] = requests;
            if (requests.length === 1 && first) asked += first.totalNokMinor;
            return decisions;
          },
        };
      },
      "MANDATE-9",
    ],
    "lists people who have signed": [
      (own) => ({ listSigners: (request) => own.listSigners({ ...request, signedBy: [] }) }),
      "MANDATE-10",
    ],
    "decides about the first payments of a list only": [
      (own) => ({ decide: async (requests) => own.decide(requests.slice(0, 50)) }),
      "MANDATE-12",
    ],
  };
  for (const [name, [change, ...found]] of Object.entries(faults)) {
    test(`names ${found.join(", ")} if a bank ${name}`, async () => {
      const reports = await check(change);
      const failed = reports.filter((report) => report.includes(" failed: "));
      assert.deepEqual(
        failed.map((report) => report.split(" ")[0]),
        found,
        reports.join("\n"),
      );
    });
  }

  test("skips all in one line if there are no operations or no company", async () => {
    assert.deepEqual(await check(() => undefined, {}, true), [
      "MANDATE skipped: the core bank does not have /signings/decide (404)",
    ]);
    assert.deepEqual(await check(() => ({}), null), [
      "MANDATE skipped: no company was given, as mandates of the accounts",
    ]);
  });

  test("fails once if a company was given that the core bank cannot decide about", async () => {
    const [missing, ...blocked] = await check(() => undefined);
    const seen = "decideSignings: the core bank returned 404: The contract has no such path.";
    assert.equal(missing, `MANDATE-1 failed: ${seen}`);
    assert(blocked.some((report) => report.startsWith("MANDATE-4 blocked")));
    const [unknown, ...others] = await check(() => ({}), { bban: "99990000004" });
    assert.equal(unknown, "MANDATE-1 failed: no account has the number 99990000004");
    assert.equal(others.length, 11);
    const [foreign] = await check(() => ({}), { bban: checkedAccounts.debtorBban });
    assert.match(foreign ?? "", /MANDATE-1 failed: .* no agreement of context CORPORATE/);
  });

  test("skips rules about people who were not named", async () => {
    const people = { preparer: undefined, viewer: undefined, alone: undefined } as never;
    const reports = await check(() => ({}), people);
    assert.deepEqual(
      reports.map((report) => report.split(":")[0]),
      ["MANDATE-6", "MANDATE-7", "MANDATE-8", "MANDATE-11"].map((id) => `${id} skipped`),
    );
  });
});
