import assert from "node:assert/strict";
import type { Instruction } from "@varde/bank";
import { anInstruction, type RuleSection, requireStep } from "@varde/bank/contracts";
import { ContractClient } from "../client/contract-client.ts";
import { CoreBankCallFailed } from "../client/core-bank-call-failed.ts";
import {
  type HttpCoreBankOptions,
  readHttpCoreBankOptions,
} from "../client/http-core-bank-options.ts";
import type { ContractId } from "../contract/contract-calls.ts";
import { contractOperations } from "../contract/contract-operations.ts";
import { routes as allRoutes } from "../contract/instruction-schemas.ts";
import { formatWire } from "../contract/wire.ts";
import type { CheckedAccounts } from "./checked-accounts.ts";

const skipReason = ({ options: { tls, oauth } }: HttpTrial): string | undefined =>
  tls?.certificate === undefined && oauth === undefined
    ? "the check has no certificate and no client of its own"
    : undefined;

/** Rules that only HTTP has; those of the ports are in `@varde/bank/contracts`. */
export const httpSection: RuleSection<HttpTrial, ContractId> = {
  name: "HTTP",
  title: "HTTP",
  rules: [
    {
      statement: "refuses a body that is not JSON with 400",
      text:
        "A body that is empty, is not valid JSON in UTF-8 or is not an object is refused with " +
        "400.",
      about: [],
      check: (trial) => refusesNoJson(trial),
    },
    {
      statement: "refuses a missing field with 400",
      text:
        "A request without a field that its schema requires is refused with 400, before anything " +
        "is looked up.",
      about: [],
      check: (trial) => refusesMissing(trial),
    },
    {
      statement: "refuses a field of the wrong type with 400",
      text:
        "A field that does not match its schema is refused with 400, before anything is looked " +
        'up: an id that is a number, and an amount that is a number, null, empty or "1.00".',
      about: [],
      check: (trial) => refusesWrongType(trial),
    },
    {
      statement: "returns 404 for an unknown path, and 405 for another method than POST",
      text:
        "A path that the contract does not have is refused with 404, and another method than " +
        "POST at a path that it has with 405.",
      about: [],
      check: (trial) => refusesUnknown(trial),
    },
    {
      statement: "ignores fields that it does not know",
      text:
        "Fields of a request that you do not know are ignored, because a later version of Varde " +
        "may send more.",
      about: [],
      check: (trial) => ignoresUnknown(trial),
    },
    {
      statement: "returns JSON without null",
      text:
        "A response is a JSON object with the content type application/json. A value that is " +
        "missing is a missing field, never null.",
      about: [],
      check: (trial) => returnsNoNull(trial),
    },
    {
      statement: "returns the outcome again for the same key and the same body",
      text:
        "The same instructions with the same attempts, submitted again, return 200 with the same " +
        "outcomes, and no money moves.",
      about: ["submitAll"],
      needs: ["PAYMENTS-3"],
      check: (trial) => repeatsOutcome(trial),
    },
    {
      statement: "refuses the same key with another body with 409, and nothing moves",
      text:
        "An instructionId that comes again with another amountMinor is refused with the status " +
        "409, and with no other; PAYMENTS-5 lists the fields that are compared.",
      about: ["submitAll"],
      needs: ["PAYMENTS-5"],
      check: (trial) => refusesOtherBody(trial),
    },
    {
      statement: "executes nothing of a list that it refuses",
      text:
        "If an instruction of a list is refused with 409, no other of the list is executed, " +
        "neither those before it nor those after it.",
      about: ["submitAll"],
      needs: ["HTTP-8"],
      check: (trial) => executesNothing(trial),
    },
    {
      statement: "executes 200 instructions of one request",
      text:
        "A batch submits up to 200 instructions in one request. All are executed, and 200 " +
        "outcomes returned, within the time limit of a call.",
      about: ["submitAll"],
      needs: ["PAYMENTS-7"],
      check: (trial) => executesLargeList(trial),
    },
    {
      statement: "has a fee for every route, and the rate 1000000 for NOK",
      text:
        "fees has at least one entry for each of the routes own-bank, instant, clearing and " +
        'cross-border, with feeMinor "0" where you charge nothing. rates has NOK with ratePpm ' +
        '"1000000".',
      about: ["readPriceList"],
      check: (trial) => hasPrices(trial),
    },
    {
      statement: "refuses a caller without credentials",
      text:
        "A caller without Varde's client certificate or without a valid token gets 401 or 403, " +
        "or no TLS connection.",
      about: [],
      skipped: skipReason,
      check: (trial) => refusesStrangers(trial),
    },
  ],
};

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

const refusesNoJson = async (trial: HttpTrial): Promise<void> => {
  for (const body of ["", "{", "[]", '"text"', "\ufeff{"]) {
    await expectStatus(trial, 400, readBalances.path, body);
  }
};

const refusesMissing = async (trial: HttpTrial): Promise<void> => {
  const { worldId } = trial.accounts;
  await expectStatus(trial, 400, readBalances.path, JSON.stringify({ worldId }));
  const funds = JSON.stringify({ worldId, accountId: "a", currency: "NOK" });
  await expectStatus(trial, 400, hasFunds.path, funds);
};

const refusesWrongType = async (trial: HttpTrial): Promise<void> => {
  const { worldId } = trial.accounts;
  const balances = JSON.stringify({ worldId, accountId: 7 });
  await expectStatus(trial, 400, readBalances.path, balances);
  for (const amountMinor of [100, "1.00", "", null]) {
    const funds = JSON.stringify({ worldId, accountId: "a", amountMinor, currency: "NOK" });
    await expectStatus(trial, 400, hasFunds.path, funds);
  }
};

const refusesUnknown = async (trial: HttpTrial): Promise<void> => {
  await expectStatus(trial, 404, "/nothing/here", "{}");
  await expectStatus(trial, 405, readBalances.path, "", "GET");
};

const findBody = ({ accounts }: HttpTrial, more: object = {}): string =>
  JSON.stringify({
    worldId: accounts.worldId,
    reference: { bban: accounts.debtorBban },
    ...more,
  });

const ignoresUnknown = async (trial: HttpTrial): Promise<void> =>
  expectStatus(trial, 200, findAccount.path, findBody(trial, { aFieldOfALaterVersion: {} }));

const returnsNoNull = async (trial: HttpTrial): Promise<void> => {
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

const submitSettled = async ({ submit }: Payments, submitted: readonly Instruction[]) => {
  const { status, body } = await submit(submitted);
  requireStep(status === 200, `${submitAll.path} returned ${status}`);
  return body.toString();
};

const repeatsOutcome = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, 2);
  await expectPaid(made, 2n, async () => {
    const first = await submitSettled(made, made.instructions);
    const again = await submitSettled(made, made.instructions);
    const expected = JSON.parse(first);
    assert.deepEqual(JSON.parse(again), expected, "the second response differs from the first");
  });
};

const refusesOtherBody = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, 1);
  await submitSettled(made, made.instructions);
  await expectPaid(made, 0n, async () => {
    const changed = made.instructions.map((one) => ({ ...one, amountMinor: 2n }));
    const { status } = await made.submit(changed);
    assert(status === 409, `expected 409, got ${status}`);
  });
};

const executesNothing = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, 3);
  const [first, known, last] = made.instructions;
  assert(first !== undefined && known !== undefined && last !== undefined);
  await submitSettled(made, [known]);
  await expectPaid(made, 0n, async () => {
    const { status } = await made.submit([first, { ...known, amountMinor: 2n }, last]);
    assert(status === 409, `expected 409, got ${status}`);
  });
};

const listMax = 200;

const executesLargeList = async (trial: HttpTrial): Promise<void> => {
  const made = await payments(trial, listMax);
  await expectPaid(made, BigInt(listMax), async () => {
    const { outcomes } = JSON.parse(await submitSettled(made, made.instructions));
    assert(outcomes.length === listMax, `expected ${listMax} outcomes, got ${outcomes.length}`);
  });
};

const hasPrices = async ({ client }: HttpTrial): Promise<void> => {
  const { priceList } = await client.call("readPriceList", {});
  const routes = new Set(priceList.fees.map(({ route }) => route));
  const missing = allRoutes.filter((route) => !routes.has(route));
  assert(missing.length === 0, `no fees for the routes ${missing.join(", ")}`);
  const nok = priceList.rates.find(({ currency }) => currency === "NOK");
  assert(nok?.ratePpm === 1_000_000n, `the rate of NOK is ${nok?.ratePpm}`);
};

/** Sends a call without certificate and token; the connection or the call must be refused. */
const refusesStrangers = async ({ options }: HttpTrial): Promise<void> => {
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
