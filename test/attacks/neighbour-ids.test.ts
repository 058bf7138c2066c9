import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { AppScaMethod, createBank, describeOwnChannel, sandboxConfiguration } from "@varde/bank";
import { controlOperations, operationList } from "@varde/protocol";
import { dataSet, type TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { baskets } from "@varde/testkit/payments";
import { aPsu, type TestPsu } from "@varde/testkit/psu";
import { neighbourId, neighbourRows } from "@varde/testkit/storage";

const { kari } = dataSet.people;

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** An operation that takes an id, and how it is called. */
interface Cell {
  readonly name: string;
  readonly path: string;
  send(path: string): Promise<Sent>;
}

const shared = {
  service: "payments",
  product: "norwegian-domestic-credit-transfers",
  trap: "expired-session",
} as const;

/** Ids that only the neighbour has, by the names of path parameters. */
const neighbourIds: Readonly<Record<string, (row: number) => string>> = {
  paymentId: (row) => neighbourId("payment", row),
  basketId: (row) => neighbourId("basket", row),
  authorisationId: (row) => neighbourId("sca", row),
  consentId: (row) => neighbourId("consent", row),
  consent: (row) => neighbourId("consent", row),
  transactionId: (row) => neighbourId("transaction", row),
  resourceId: (row) => neighbourId(row % 2 === 0 ? "payment" : "basket", row),
  signingId: (row) => neighbourId(row % 2 === 0 ? "payment" : "basket", row),
  challengeId: (row) => `neighbour-challenge_id-${row}`,
  scenarioId: (row) => `neighbour-scenario_id-${row}`,
  name: (row) => `neighbour-name-${row}`,
  worldId: () => "neighbour",
  tppId: () => "neighbour-tpp",
  exchangeId: (row) => `neighbour-exchange-${row}`,
};

/** Ids that Kari has in both worlds: a call acts on her own, and the neighbour stays as it is. */
const sharedIds: Readonly<Record<string, string>> = {
  accountId: kari.current.accountId,
  account: kari.current.accountId,
  customerId: kari.customerId,
  agreementId: kari.agreementId,
};

const aTransaction = {
  transactionAmount: { amount: -1, currency: "NOK" },
  bookingDate: "2026-01-05",
  valueDate: "2026-01-05",
  transactionDate: "2026-01-05",
};

/** The body of each operation that has one. */
const bodies: Readonly<Record<string, unknown>> = {
  putContact: { email: "psd2@another.example" },
  createSandboxTransactions: [aTransaction],
  createSandboxCardTransactions: [aTransaction],
  createEngagements: [
    { customer: kari.customerNumber, account: { iban: kari.current.iban }, roles: ["VIEW"] },
  ],
  setProfiles: { profiles: [] },
  decideAppApproval: { decision: "approve" },
  decideSca: { decision: "approve" },
  changePayment: { amount: "7.00" },
  loadHistory: { count: 1 },
  renameCustomer: { name: "Another" },
  renameAccount: { name: "Another" },
  changeEngagements: { person: kari.personId, account: kari.current.accountId, roles: [] },
  bookTransaction: { amount: "-1.00" },
  loadTransactions: {},
  confirmChallenge: { deviceId: "a-device", signature: "AAAA" },
};

const bodyOf = (name: string, isSent: boolean): unknown => {
  if (!isSent) return undefined;
  assert(name in bodies, `add the body of ${name} to this test`);
  return bodies[name];
};

/** Operations that are for all worlds, with the reason. They must change nothing all the same. */
const acrossWorlds: Readonly<Record<string, string>> = {
  "control findResource": "finds the world of a resource for whoever runs the sandbox",
  "own channel confirmChallenge": "the signature proves the person; production has one world",
};

const takesId = (path: string) => /\{(?!service|product|trap)\w+\}/.test(path);

/** Fills in the path. An unknown parameter fails the test, so that new operations are covered. */
const fillPath = (path: string, idOf: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = (shared as Readonly<Record<string, string>>)[name] ?? sharedIds[name];
    if (known !== undefined) return known;
    assert(name in neighbourIds, `add the id for {${name}} to this test`);
    return idOf(name);
  });

const channelDocument = describeOwnChannel() as {
  readonly paths: Readonly<
    Record<string, Record<string, { readonly operationId: string; readonly requestBody?: object }>>
  >;
};
const channelScopes = [
  ...["consents:read", "consents:revoke", "challenges:read", "challenges:decide"],
  ...["signings:read", "signings:start"],
] as const;
const token = "token-of-the-netbank";

describe("A08: every operation that takes an id, with the ids of another world", () => {
  let bank: TestBank;
  let psu: TestPsu;
  let ownAddress = "";
  const stack = new AsyncDisposableStack();
  before(async () => {
    bank = stack.use(await aBank());
    psu = await aPsu(bank);
    ownAddress = await openOwnChannel(bank, stack);
  });
  after(() => stack.disposeAsync());

  const ofInterface = (): readonly Cell[] =>
    operationList
      .filter(({ path }) => takesId(path))
      .map(({ id, method, path }) => {
        const isSent = method === "PUT" || (method === "POST" && !/authorisations$/.test(path));
        const body = bodyOf(id, isSent);
        const headers = { "x-accept-fix": "amount-as-string" };
        const send = (target: string) =>
          psu.send({ method, path: target, headers, ...(body !== undefined && { body }) });
        return { name: id, path, send };
      });
  const byFetch = async (address: string, method: string, body: unknown, headers: object = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(address, { method, headers: { ...headers, ...type }, ...sent });
    return { status: response.status, text: await response.text() };
  };
  const ofControl = (): readonly Cell[] =>
    Object.entries(controlOperations)
      .filter(([, { path }]) => takesId(path))
      .map(([name, operation]) => {
        const body = bodyOf(name, "body" in operation);
        const send = (path: string) =>
          byFetch(`${bank.addresses.http}/control/v1${path}`, operation.method, body);
        return { name: `control ${name}`, path: operation.path, send };
      });
  const ofOwnChannel = (): readonly Cell[] =>
    Object.entries(channelDocument.paths)
      .filter(([path]) => takesId(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => {
          const name = operation.operationId;
          const body = bodyOf(name, operation.requestBody !== undefined);
          const headers = { authorization: `Bearer ${token}` };
          const query = body === undefined ? `?person=${kari.personId}` : "";
          const send = (target: string) =>
            byFetch(
              `${ownAddress}/own-channel/v1${target}${query}`,
              method.toUpperCase(),
              body,
              headers,
            );
          return { name: `own channel ${name}`, path, send };
        }),
      );

  /** Calls an operation with each id of the neighbour, which must be as unknown as a new one. */
  const sweep = async ({ name, path, send }: Cell): Promise<number> => {
    const isShared = !/\{(\w+)\}/.test(fillPath(path, (id) => `{${id}}`));
    const rows = isShared ? 1 : neighbourRows;
    const unknown = new Map<string, string>();
    const ofNobody = fillPath(path, (id) => {
      const made = unknown.get(id) ?? randomUUID();
      unknown.set(id, made);
      return made;
    });
    const expected = isShared ? undefined : await send(ofNobody);
    for (let row = 0; row < rows; row += 1) {
      const sent: string[] = [];
      const response = await send(
        fillPath(path, (id) => {
          const value = neighbourIds[id]?.(row) ?? "";
          sent.push(value);
          return value;
        }),
      );
      const details = `${name} ${sent.join(" ")}: ${response.status} ${response.text}`;
      const text = withoutIds(response.text, sent);
      if (name in acrossWorlds) continue;
      assert.ok(!/neighbour|100\.01/.test(text), details);
      if (expected === undefined) continue;
      assert.equal(response.status, expected.status, `${details}, of nobody: ${expected.text}`);
      assert.equal(text, withoutIds(expected.text, [...unknown.values()]), details);
    }
    return rows;
  };

  test("creates no basket of the neighbour's payments", async () => {
    const paymentIds = Array.from({ length: neighbourRows }, (_, row) =>
      neighbourId("payment", row),
    );
    for (const paymentId of paymentIds) {
      const response = await psu.send({
        method: "POST",
        path: baskets,
        headers: { "x-accept-fix": "amount-as-string" },
        body: { paymentIds: [paymentId] },
      });
      assert.equal(response.status, 400, response.text);
      assert.equal(response.json.tppMessages[0].code, "RESOURCE_UNKNOWN");
    }
  });

  for (const [title, list] of Object.entries({ ofInterface, ofControl, ofOwnChannel })) {
    test(`changes nothing and reveals nothing (${title.slice(2)})`, async () => {
      const cells = list();
      const unshared = (path: string) => /\{/.test(fillPath(path, (id) => `{${id}}`));
      // Those that act on Kari's own data come last, because some delete it.
      const ordered = [...cells].sort(
        (one, other) => Number(unshared(other.path)) - Number(unshared(one.path)),
      );
      let calls = 0;
      for (const cell of ordered) calls += await sweep(cell);
      assert.ok(calls >= cells.length && cells.length > 3);
    });
  }
});

const withoutIds = (text: string, ids: readonly string[]): string =>
  ids.reduce((left, id) => left.replaceAll(id, "ID"), text);

/** Serves the API of the bank's own channels on the storage of a bank. */
const openOwnChannel = async (bank: TestBank, stack: AsyncDisposableStack): Promise<string> => {
  const { clock, psuDirectory, storage } = bank.bank;
  const method = new AppScaMethod({
    ...{ storage, clock, psuDirectory },
    findDevice: async () => undefined,
    onFault: assert.ifError,
  });
  const tokenSha256 = createHash("sha256").update(token).digest("hex");
  const own = createBank({
    configuration: {
      ...sandboxConfiguration,
      ownChannels: [{ name: "netbank", scopes: channelScopes, tokenSha256 }],
    },
    storage,
    logTo: { write: () => {} },
    ports: { ...bank.bank, scaMethod: method },
    hasBackgroundJobs: false,
  });
  stack.defer(() => own.close());
  own.serveChallenges(method);
  return own.app.listen({ host: "127.0.0.1", port: 0 });
};
