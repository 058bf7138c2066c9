import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { Instruction } from "@varde/bank";
import { anInstruction, requireStep } from "@varde/bank/contracts";
import { ContractClient } from "../client/contract-client.ts";
import { CoreBankCallFailed } from "../client/core-bank-call-failed.ts";
import {
  type HttpCoreBankOptions,
  readHttpCoreBankOptions,
} from "../client/http-core-bank-options.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import { routes as allRoutes } from "../contract/instruction-schemas.ts";
import { formatWire } from "../contract/wire.ts";
import type { CheckedAccounts } from "./checked-accounts.ts";

/** The checks of the rules in http-rules.ts work with these. */
export interface HttpTrial {
  readonly client: ContractClient;
  readonly options: HttpCoreBankOptions;
  readonly accounts: CheckedAccounts;
}

const expectStatus = async (
  { client }: HttpTrial,
  expected: number,
  path: string,
  body: string,
  method = "POST",
): Promise<void> => {
  const { status } = await client.send(path, body, { method });
  assert(
    status === expected,
    `${method} ${path} with ${body}: expected ${expected}, got ${status}`,
  );
};

const { readBalances, hasFunds, findAccount, submitAll, readPriceList } = contractOperations;

export const refusesNoJson = async (trial: HttpTrial): Promise<void> => {
  for (const body of ["", "{", "[]", '"text"', "\ufeff{"]) {
    await expectStatus(trial, 400, readBalances.path, body);
  }
};

export const refusesMissing = async (trial: HttpTrial): Promise<void> => {
  const { worldId } = trial.accounts;
  await expectStatus(trial, 400, readBalances.path, JSON.stringify({ worldId }));
  const funds = JSON.stringify({ worldId, accountId: "a", currency: "NOK" });
  await expectStatus(trial, 400, hasFunds.path, funds);
};

export const refusesWrongType = async (trial: HttpTrial): Promise<void> => {
  const { worldId } = trial.accounts;
  const balances = JSON.stringify({ worldId, accountId: 7 });
  await expectStatus(trial, 400, readBalances.path, balances);
  for (const amountMinor of [100, "1.00", "", null]) {
    const funds = JSON.stringify({ worldId, accountId: "a", amountMinor, currency: "NOK" });
    await expectStatus(trial, 400, hasFunds.path, funds);
  }
};

export const refusesUnknown = async (trial: HttpTrial): Promise<void> => {
  await expectStatus(trial, 404, "/nothing/here", "{}");
  await expectStatus(trial, 405, readBalances.path, "", "GET");
};

const findBody = ({ accounts }: HttpTrial, more: object = {}): string =>
  JSON.stringify({
    worldId: accounts.worldId,
    reference: { bban: accounts.debtorBban },
    ...more,
  });

export const ignoresUnknown = async (trial: HttpTrial): Promise<void> =>
  expectStatus(trial, 200, findAccount.path, findBody(trial, { aFieldOfALaterVersion: {} }));

export const returnsNoNull = async (trial: HttpTrial): Promise<void> => {
  const { worldId } = trial.accounts;
  const unknown = JSON.stringify({ worldId, reference: { bban: "99990000004" } });
  for (const sent of [findBody(trial), unknown]) {
    const { contentType, body } = await trial.client.send(findAccount.path, sent);
    assert.match(contentType, /^application\/json\b/i, "the content type");
    const nulls: string[] = [];
    JSON.parse(body.toString(), (name, value) => {
      if (value === null) nulls.push(name);
      return value;
    });
    assert(nulls.length === 0, `null in ${nulls.join(", ")}; leave the fields out`);
  }
};

/** Returns payments of one øre from the debtor to the creditor. */
const payments = async ({ client, accounts }: HttpTrial, count: number) => {
  const { worldId, debtorBban, creditorBban } = accounts;
  const { account } = await client.call("findAccount", {
    worldId,
    reference: { bban: debtorBban },
  });
  requireStep(account !== undefined, `no account has the number ${debtorBban}`);
  const at = Date.now();
  const instructions = Array.from({ length: count }, () =>
    anInstruction({
      worldId,
      debtorAccountId: account.accountId,
      creditor: { name: "Contract Check", bban: creditorBban },
      amountMinor: 1n,
      executionDate: new Date(at).toISOString().slice(0, 10),
    }),
  );
  const readBooked = async () => {
    const { accountId } = account;
    const { balances } = await client.call("readBalances", { worldId, accountId });
    return balances?.bookedMinor ?? 0n;
  };
  const submit = (submitted: readonly Instruction[]) =>
    client.send(submitAll.path, formatWire({ worldId, at, instructions: submitted }), {
      headers: { "idempotency-key": "contract-check" },
    });
  return { instructions, submit, readBooked };
};

type Payments = Awaited<ReturnType<typeof payments>>;

/** Asserts by how much the debtor's booked balance falls during an action. */
const expectPaid = async (
  { readBooked }: Payments,
  expectedMinor: bigint,
  action: () => Promise<void>,
): Promise<void> => {
  const before = await readBooked();
  await action();
  const paidMinor = before - (await readBooked());
  assert(paidMinor === expectedMinor, `expected ${expectedMinor} øre to be paid, got ${paidMinor}`);
};

/** The longest time that a test system may take to end a payment. */
export const finishMsMax = 60_000;
const pollMs = 50;

const submitOnce = async ({ submit }: Payments, submitted: readonly Instruction[]) => {
  const { status, body } = await submit(submitted);
  requireStep(status === 200, `${submitAll.path} returned ${status}`);
  const { outcomes } = JSON.parse(body.toString());
  return outcomes as readonly { readonly kind: string }[];
};

/** Submits instructions, and again until none of them is pending or sent any more. */
const submitToEnd = async (made: Payments, submitted: readonly Instruction[]) => {
  const until = performance.now() + finishMsMax;
  for (;;) {
    const outcomes = await submitOnce(made, submitted);
    if (!outcomes.some(({ kind }) => kind === "pending" || kind === "sent")) return outcomes;
    requireStep(performance.now() < until, `a payment has not ended within ${finishMsMax} ms`);
    await setTimeout(pollMs);
  }
};

export const repeatsOutcome = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, 2);
  await expectPaid(made, 2n, async () => {
    const first = await submitToEnd(made, made.instructions);
    const again = await submitOnce(made, made.instructions);
    assert.deepEqual(again, first, "the outcomes differ from those returned before");
  });
};

export const refusesOtherBody = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, 1);
  await submitToEnd(made, made.instructions);
  await expectPaid(made, 0n, async () => {
    const changed = made.instructions.map((one) => ({ ...one, amountMinor: 2n }));
    const { status } = await made.submit(changed);
    assert(status === 409, `expected 409, got ${status}`);
  });
};

export const executesNothing = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, 3);
  const [first, known, last] = made.instructions;
  assert(first !== undefined && known !== undefined && last !== undefined);
  await submitToEnd(made, [known]);
  await expectPaid(made, 0n, async () => {
    const { status } = await made.submit([first, { ...known, amountMinor: 2n }, last]);
    assert(status === 409, `expected 409, got ${status}`);
  });
};

const listMax = 200;

export const executesLargeList = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, listMax);
  await expectPaid(made, BigInt(listMax), async () => {
    const outcomes = await submitToEnd(made, made.instructions);
    assert(outcomes.length === listMax, `expected ${listMax} outcomes, got ${outcomes.length}`);
  });
};

export const hasPrices = async ({ client }: HttpTrial): Promise<void> => {
  const { priceList } = await client.call("readPriceList", {});
  const routes = new Set(priceList.fees.map(({ route }) => route));
  const missing = allRoutes.filter((route) => !routes.has(route));
  assert(missing.length === 0, `no fees for the routes ${missing.join(", ")}`);
  const nok = priceList.rates.find(({ currency }) => currency === "NOK");
  assert(nok?.ratePpm === 1_000_000n, `the rate of NOK is ${nok?.ratePpm}`);
};

/** Sends a call without certificate and token; the connection or the call must be refused. */
export const refusesStrangers = async ({ options }: HttpTrial): Promise<void> => {
  const { tls, ...settings } = readHttpCoreBankOptions(options);
  const stranger = new ContractClient({
    ...settings,
    oauth: undefined,
    tls: tls?.authorities === undefined ? undefined : { authorities: tls.authorities },
  });
  try {
    const { status } = await stranger.send(readPriceList.path, "{}");
    assert(status === 401 || status === 403, `expected 401 or 403, got ${status}`);
  } catch (error) {
    if (!(error instanceof CoreBankCallFailed)) throw error;
    assert(!error.message.startsWith("no response within"), error.message);
  } finally {
    stranger.close();
  }
};
