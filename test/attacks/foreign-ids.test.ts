import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Operation, type OperationKind, operationList } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayment, baskets, ndct } from "@varde/testkit/payments";
import type { TestPsu } from "@varde/testkit/psu";
import type { RawAnswer } from "@varde/testkit/tpp";
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
/** Kinds that are served without a session: their answers are judged by the ids alone. */
const withoutSession: ReadonlySet<OperationKind> = new Set([
  "readPayment",
  "createConsent",
  "confirmFunds",
]);

/** A path parameter nobody has thought of fails here, so that a new operation is covered. */
const pathOf = ({ path }: Operation, of: Belongings): string => {
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
    assert(values[name] !== undefined, `say whose {${name}} is meant`);
    return values[name];
  });
};

/** What a writing operation is sent, with the victim's ids wherever a body has any. */
const bodyOf = ({ id, method, kind }: Operation, of: Belongings): unknown => {
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
  assert(id in bodies, `say what ${id} is sent`);
  return bodies[id];
};

const call = (
  operation: Operation,
  of: Belongings,
  who: TestPsu,
  headers: Headers = {},
): Promise<RawAnswer> => {
  const body = bodyOf(operation, of);
  return who.send({
    method: operation.method,
    path: pathOf(operation, of),
    headers: { "x-accept-fix": "amount-as-string", ...headers },
    ...(body === undefined ? {} : { body }),
  });
};

const namesSomething = ({ path }: Operation): boolean => /\{(?!service|product)\w+\}/.test(path);

/** One answer for what is not there and what is not the caller's; nothing else gets through. */
const judgeById = (operation: Operation, answer: RawAnswer, of: Belongings, stranger: Stranger) => {
  const told = `${operation.id}: ${answer.status} ${answer.text}`;
  const { kind, id } = operation;
  if (namesSomething(operation)) {
    const isUngranted = kind === "readAccount" && stranger.isOwnAccount === true;
    assert.equal(answer.status, isUngranted ? 403 : 404, told);
    const code = isUngranted ? "CONSENT_UNKNOWN" : "RESOURCE_UNKNOWN";
    assert.equal(answer.json.tppMessages[0].code, code, told);
    return;
  }
  if (id === "createBasket" || (id === "createPayment" && stranger.isOwnAccount !== true)) {
    assert.equal(answer.status, 400, told);
    assert.equal(answer.json.tppMessages[0].code, "RESOURCE_UNKNOWN", told);
    return;
  }
  if (id === "confirmFunds") assert.ok([400, 403].includes(answer.status), told);
  const secrets = Object.values(of).filter((value) => value !== of.bban);
  if (id !== "createPayment") {
    for (const secret of secrets) assert.ok(!answer.text.includes(secret), told);
  }
};

const unchanged = async ({ owner, belongings }: Victim) => {
  const read = async (path: string) => (await owner.tpp.send({ path })).json.transactionStatus;
  assert.equal(await read(`${ndct}/${belongings.paymentId}/status`), "RCVD");
  assert.equal(await read(`${ndct}/${belongings.signedPaymentId}/status`), "ACTC");
  assert.equal(await read(`${baskets}/${belongings.basketId}/status`), "RCVD");
};

describe("A08: in one world, with every operation for PSUs", () => {
  let bank: TestBank;
  let victims: Cast["victims"];
  let credentials: Cast["credentials"];
  before(async () => {
    bank = await aBank({ isolation: "shared" });
    ({ victims, credentials } = await assembleCast(bank));
  });
  after(() => bank.close());

  for (const [index, name] of ["private", "corporate", "both"].entries()) {
    test(`A08: by id, nobody gets at what is somebody else's (${name})`, async () => {
      const victim = victims[index];
      assert(victim !== undefined);
      let cells = 0;
      for (const operation of forPsus) {
        for (const stranger of victim.strangers) {
          if (isLeftOut(operation, stranger)) continue;
          const { who, headers } = stranger;
          const answer = await call(operation, victim.belongings, who, headers);
          await assertCell(`${victim.name}, by ${stranger.name}`, () =>
            judgeById(operation, answer, victim.belongings, stranger),
          );
          cells += 1;
        }
      }
      assert.ok(cells > forPsus.length * 3);
      await unchanged(victim);
    });
  }

  test("A08: its owner reads each of them, so that no refusal is for another reason", async () => {
    for (const { belongings, owner, name } of victims) {
      for (const operation of forPsus) {
        if (operation.method !== "GET" || !namesSomething(operation)) continue;
        const isNoCard = belongings.cardId === belongings.accountId;
        if (operation.path.includes("card-accounts") && isNoCard) continue;
        const answer = await call(operation, belongings, owner);
        assert.equal(answer.status, 200, `${name}, ${operation.id}: ${answer.text}`);
      }
    }
  });

  test("A08: another's credentials are refused on every operation that reads them", async () => {
    const [victim] = victims;
    assert(victim !== undefined);
    for (const operation of forPsus) {
      for (const { name, who, headers, isSession } of credentials) {
        if (isSession === true && withoutSession.has(operation.kind)) continue;
        const answer = await call(operation, victim.belongings, who, headers);
        const told = `${operation.id} with ${name}: ${answer.status} ${answer.text}`;
        assert.equal(answer.status, 401, told);
        const codes = isSession ? ["SCA_NOT_FOUND", "SCA_INVALID"] : ["PSU_CREDENTIALS_INVALID"];
        assert.ok(codes.includes(answer.json.tppMessages[0].code), told);
      }
    }
    await unchanged(victim);
  });
});

/** Without a session there is no change, and a call nobody attends is for accounts alone. */
const isLeftOut = ({ kind, id }: Operation, { headers, isSamePsu }: Stranger): boolean => {
  // HDR-32: here the PSU need not say for whom they act, nor be named at all.
  if (isSamePsu === true && (kind === "readPayment" || kind === "confirmFunds")) return true;
  const isUnattended = headers !== undefined && "PSU-IP-Address" in headers;
  if (!isUnattended) return false;
  const isCounted = /^(?:read(?:Card)?Balances|list(?:Card)?Transactions)$/.test(id);
  return kind !== "readPayment" && !isCounted;
};

const assertCell = async (name: string, judge: () => void) => {
  try {
    judge();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
};
