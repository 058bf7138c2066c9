import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Operation, type OperationKind, operationList } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayment, baskets, ndct } from "@varde/testkit/payments";
import type { TestPsu } from "@varde/testkit/psu";
import type { RawResponse } from "@varde/testkit/tpp";
import {
  assembleCast,
  type Belongings,
  type Cast,
  type Headers,
  type Stranger,
  type Victim,
} from "./assemble-cast.ts";

const filledByTpp: ReadonlySet<OperationKind> = new Set(["loadData", "manageContact"]);
const forPsus = operationList.filter(({ kind }) => !filledByTpp.has(kind));
/** Kinds that are served without a session, where only the ids decide. */
const withoutSession: ReadonlySet<OperationKind> = new Set([
  "readPayment",
  "createConsent",
  "confirmFunds",
]);

/** Fills in the path. An unknown parameter fails the test, so that new operations are covered. */
const fillPath = ({ path }: Operation, of: Belongings): string => {
  const isCancellation = path.includes("cancellation");
  const isBasket = path.includes("basket");
  const values: Readonly<Record<string, string>> = {
    service: "payments",
    product: "norwegian-domestic-credit-transfers",
    paymentId: isCancellation ? of.signedPaymentId : of.paymentId,
    basketId: of.basketId,
    authorisationId: isCancellation
      ? of.cancellationId
      : isBasket
        ? of.basketAuthorisationId
        : of.authorisationId,
    accountId: path.includes("card-accounts") ? of.cardId : of.accountId,
    transactionId: of.transactionId,
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert(values[name] !== undefined, `add the id for {${name}} to this test`);
    return values[name];
  });
};

/** Builds the body of a writing operation, with the victim's ids in every field that takes one. */
const buildBody = ({ id, method, kind }: Operation, of: Belongings): unknown => {
  if (method === "GET" || method === "DELETE" || kind === "changePayment") return undefined;
  if (kind === "createConsent") return undefined;
  const debtorAccount = { bban: of.bban, currency: "NOK" };
  const bodies: Readonly<Record<string, unknown>> = {
    createPayment: aPayment({ debtorAccount }),
    createBasket: { paymentIds: [of.paymentId] },
    confirmFunds: {
      account: { bban: of.bban },
      instructedAmount: { amount: "1.00", currency: "NOK" },
    },
  };
  assert(id in bodies, `add the body of ${id} to this test`);
  return bodies[id];
};

const call = (
  operation: Operation,
  of: Belongings,
  who: TestPsu,
  headers: Headers = {},
): Promise<RawResponse> => {
  const body = buildBody(operation, of);
  return who.send({
    method: operation.method,
    path: fillPath(operation, of),
    headers: { "x-accept-fix": "amount-as-string", ...headers },
    ...(body === undefined ? {} : { body }),
  });
};

const namesSomething = ({ path }: Operation): boolean => /\{(?!service|product)\w+\}/.test(path);

/**
 * Asserts that an unknown resource and another's resource get the same refusal, and that nothing
 * leaks.
 */
const assertRefusedById = (
  operation: Operation,
  response: RawResponse,
  of: Belongings,
  stranger: Stranger,
) => {
  const details = `${operation.id}: ${response.status} ${response.text}`;
  const { kind, id } = operation;
  if (namesSomething(operation)) {
    const isUngranted = kind === "readAccount" && stranger.isOwnAccount === true;
    assert.equal(response.status, isUngranted ? 403 : 404, details);
    const code = isUngranted ? "CONSENT_UNKNOWN" : "RESOURCE_UNKNOWN";
    assert.equal(response.json.tppMessages[0].code, code, details);
    return;
  }
  if (id === "createBasket" || (id === "createPayment" && stranger.isOwnAccount !== true)) {
    assert.equal(response.status, 400, details);
    assert.equal(response.json.tppMessages[0].code, "RESOURCE_UNKNOWN", details);
    return;
  }
  if (id === "confirmFunds") assert.ok([400, 403].includes(response.status), details);
  const secrets = Object.values(of).filter((value) => value !== of.bban);
  if (id !== "createPayment") {
    for (const secret of secrets) assert.ok(!response.text.includes(secret), details);
  }
};

const unchanged = async ({ owner, belongings }: Victim) => {
  const read = async (path: string) => (await owner.tpp.send({ path })).json.transactionStatus;
  assert.equal(await read(`${ndct}/${belongings.paymentId}/status`), "RCVD");
  assert.equal(await read(`${ndct}/${belongings.signedPaymentId}/status`), "ACTC");
  assert.equal(await read(`${baskets}/${belongings.basketId}/status`), "RCVD");
};

describe("A08: every operation for PSUs, in one world", () => {
  let bank: TestBank;
  let victims: Cast["victims"];
  let credentials: Cast["credentials"];
  before(async () => {
    bank = await aBank({ isolation: "shared" });
    ({ victims, credentials } = await assembleCast(bank));
  });
  after(() => bank.close());

  for (const [index, name] of ["private", "corporate", "both"].entries()) {
    test(`A08: refuses every resource of another PSU by id (${name})`, async () => {
      const victim = victims[index];
      assert(victim !== undefined);
      let cells = 0;
      for (const operation of forPsus) {
        for (const stranger of victim.strangers) {
          if (isLeftOut(operation, stranger)) continue;
          const { who, headers } = stranger;
          const response = await call(operation, victim.belongings, who, headers);
          await assertCell(`${victim.name}, by ${stranger.name}`, () =>
            assertRefusedById(operation, response, victim.belongings, stranger),
          );
          cells += 1;
        }
      }
      assert.ok(cells > forPsus.length * 3);
      await unchanged(victim);
    });
  }

  test("A08: lets the owner read each resource, so no refusal has another reason", async () => {
    for (const { belongings, owner, name } of victims) {
      for (const operation of forPsus) {
        if (operation.method !== "GET" || !namesSomething(operation)) continue;
        const hasNoCard = belongings.cardId === belongings.accountId;
        if (operation.path.includes("card-accounts") && hasNoCard) continue;
        const response = await call(operation, belongings, owner);
        assert.equal(response.status, 200, `${name}, ${operation.id}: ${response.text}`);
      }
    }
  });

  test("A08: refuses another PSU's credentials on every operation that reads them", async () => {
    const [victim] = victims;
    assert(victim !== undefined);
    for (const operation of forPsus) {
      for (const { name, who, headers, isSession } of credentials) {
        if (isSession === true && withoutSession.has(operation.kind)) continue;
        const response = await call(operation, victim.belongings, who, headers);
        const details = `${operation.id} with ${name}: ${response.status} ${response.text}`;
        assert.equal(response.status, 401, details);
        const codes = isSession ? ["SCA_NOT_FOUND", "SCA_INVALID"] : ["PSU_CREDENTIALS_INVALID"];
        assert.ok(codes.includes(response.json.tppMessages[0].code), details);
      }
    }
    await unchanged(victim);
  });
});

/** Skips changes without a session. A call without the PSU is possible for accounts only. */
const isLeftOut = ({ kind, id }: Operation, { headers, isSamePsu }: Stranger): boolean => {
  // HDR-32: these operations do not require the context, or even the PSU.
  if (isSamePsu === true && (kind === "readPayment" || kind === "confirmFunds")) return true;
  const isUnattended = headers !== undefined && "PSU-IP-Address" in headers;
  if (!isUnattended) return false;
  const isCounted = /^(?:read(?:Card)?Balances|list(?:Card)?Transactions)$/.test(id);
  return kind !== "readPayment" && !isCounted;
};

const assertCell = async (name: string, check: () => void) => {
  try {
    check();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
};
