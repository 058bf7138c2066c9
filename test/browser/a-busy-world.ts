import { randomUUID } from "node:crypto";
import { type ControlClient, openControl } from "@varde/protocol/control-client";
import { dataSet, type TestBank } from "@varde/sandbox";
import { onlyWorld } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayer,
  aPayment,
  aPeriodicPayment,
  baskets,
  bulkNdct,
  idOf,
  ncbct,
  ndct,
  Payer,
  periodicNdct,
} from "@varde/testkit/payments";
import { aPsu, kari, ola, sunniva } from "@varde/testkit/psu";
import { aTpp, changePart, headerValue, resign } from "@varde/testkit/tpp";

/** Turns a name or message that a TPP, PSU or developer chooses into the one that is sent. */
type Rename = (text: string) => string;

interface Filled {
  readonly payer: Payer;
  readonly control: ControlClient;
  readonly world: string;
  readonly rename: Rename;
}

/**
 * Fills the bank's world with payments in several statuses, a basket, refused requests, consents,
 * test data, scenarios, snapshots and TPPs. Returns the address of each screen of the console.
 */
export const fillWorld = async (
  bank: TestBank,
  rename: Rename = (text) => text,
): Promise<Readonly<Record<string, string>>> => {
  const payer = await aPayer(bank);
  const world = await onlyWorld(bank);
  const control = openControl(bank.addresses.http, undefined);
  const filled = { payer, control, world, rename };
  const data = await addTestData(filled);
  const payments = await createPayments(filled);
  await addScenariosAndTpps(filled);
  await aPsu(bank, ola);
  await sendRefused(filled);
  return {
    start: "#/start",
    requests: "#/requests",
    ...(await findRequests(filled)),
    payments: "#/payments",
    ...payments,
    baskets: "#/baskets",
    people: "#/people",
    ...data,
    consents: "#/consents",
    consent: await findConsent(filled),
    scenarios: "#/scenarios",
    tpps: "#/tpps",
    readiness: "#/readiness",
    figures: "#/figures",
  };
};

/** How much a sandbox of a busy team has. */
const manyOf = { tpps: 5, payments: 500, requests: 5_000 } as const;

/**
 * Adds TPPs with worlds of their own, payments in them and thousands of requests, and moves the
 * clock of the first world ahead.
 */
export const fillMany = async (bank: TestBank): Promise<void> => {
  const control = openControl(bank.addresses.http, undefined);
  const { worlds } = await control.get("/worlds");
  const payers: Payer[] = [];
  for (let number = 1; number < manyOf.tpps; number += 1) {
    const body = { name: `Regnskapssystem ${number} AS`, organisationNumber: `31000010${number}` };
    const identity = await control.post("/tpp-certificates", { body });
    payers.push(new Payer(await aPsu(bank, undefined, identity), kari));
  }
  const paths: { readonly payer: Payer; readonly path: string }[] = [];
  for (let number = 0; number < manyOf.payments; number += 1) {
    const payer = payers[number % payers.length] as Payer;
    const amount = { amount: `${10 + number}.50`, currency: "NOK" };
    const creditorName = `Leverandør ${number}`;
    const path = await payer.create(ndct, aPayment({ creditorName, instructedAmount: amount }));
    if (number % 5 === 0) await payer.sign(path);
    paths.push({ payer, path });
  }
  for (let number = manyOf.payments; number < manyOf.requests; number += 1) {
    const { payer, path } = paths[number % paths.length] as (typeof paths)[number];
    await payer.status(path);
  }
  const world = worlds[0]?.worldId ?? "";
  await control.post("/clock/advance", { world, body: { by: "P3D" } });
};

const createPayments = async ({ payer, control, world, rename }: Filled) => {
  const named = (name: string, more = {}) =>
    aPayment({
      creditorName: rename(name),
      remittanceInformationUnstructured: rename("Invoice 42"),
      ...more,
    });
  const toOla = {
    creditorAccount: { bban: dataSet.people.ola.current.bban, currency: "NOK" },
    creditorAddress: { country: "NO" },
  };
  const settled = await payer.pay(ndct, named("Ola Hansen", toOla));
  await payer.pay(ndct, named("Nordlys Kraft"));
  const cancelled = await payer.create(ndct, named("Cancelled AS"));
  await payer.delete(cancelled);
  const match = { amount: "31.31" };
  await control.post("/scenarios", { world, body: { match, effect: { payment: "refused" } } });
  const amount = { instructedAmount: { amount: "31.31", currency: "NOK" } };
  await payer.pay(ndct, named("Rejected AS", { ...amount, ...toOla }));
  const bulk = await payer.create(
    bulkNdct,
    aBulk([aBulkItem({ creditorName: rename("Wages") }), aBulkItem()]),
  );
  await payer.create(periodicNdct, aPeriodicPayment({ creditorName: rename("Rent") }));
  await payer.create(ncbct, aCrossBorderPayment({ creditorName: rename("Müller GmbH") }));
  const members = [
    await payer.create(ndct, named("In a basket")),
    await payer.create(ndct, named("In a basket too")),
  ];
  const basket = await payer.post(baskets, { paymentIds: members.map(idOf) });
  await payer.post(`${baskets}/${basket.json.basketId}/authorisations`);
  const waiting = await payer.create(ndct, named("Waiting AS"));
  await payer.post(`${waiting}/authorisations`);
  const company = await aPayer(payer.psu.bank, sunniva);
  const { bban } = dataSet.companies.lyngrabben.accounts[0];
  const joint = await company.create(
    ndct,
    named("Betong AS", {
      instructedAmount: { amount: "40000.00", currency: "NOK" },
      debtorAccount: { bban, currency: "NOK" },
    }),
  );
  await company.sign(joint);
  return {
    "company's payment": `#/payments/${idOf(joint)}`,
    payment: `#/payments/${idOf(waiting)}`,
    "settled payment": `#/payments/${idOf(settled)}`,
    bulk: `#/payments/${idOf(bulk)}`,
    basket: `#/baskets/${basket.json.basketId}`,
  };
};

const addTestData = async ({ control, world, rename }: Filled) => {
  const body = {
    name: rename("Fjord Regnskap"),
    customerNumber: "310000026",
    type: "CORPORATE",
  } as const;
  const { customerId } = await control.post("/customers", { world, body });
  const account = {
    customerNumber: body.customerNumber,
    accountName: rename("Drift"),
    bban: "15068950005",
    currency: "NOK",
    balances: [{ balanceType: "closingBooked", balanceAmount: { amount: "125000.00" } }],
  } as const;
  const { accountId } = await control.post("/accounts", { world, body: account });
  const { kari } = dataSet.people;
  const parameters = { account: accountId };
  const { iban = "" } = await control.get("/accounts/{account}", { world, parameters });
  await control.post("/agreements", {
    world,
    body: {
      owner: customerId,
      name: rename("Avtale"),
      engagements: [{ customer: kari.customerNumber, account: { iban }, roles: ["VIEW"] }],
    },
  });
  for (const sum of ["-1250.00", "480.00", "-99.50"]) {
    await control.post("/accounts/{account}/transactions", {
      world,
      parameters,
      body: { amount: sum, party: rename("Kiosk"), text: rename("Lunch") },
    });
  }
  const found = await control.get("/customers", { world, query: { text: kari.customerNumber } });
  return {
    person: `#/people/${found.customers[0]?.customerId}`,
    company: `#/people/${customerId}`,
    account: `#/accounts/${accountId}`,
    "account with history": `#/accounts/${kari.current.bban}`,
  };
};

const addScenariosAndTpps = async ({ payer, control, world, rename }: Filled) => {
  await control.post("/scenarios", {
    world,
    body: { name: rename("Slow"), match: { operation: "listAccounts" }, effect: { delayMs: 10 } },
  });
  const effect = { code: "FORBIDDEN", text: rename("Try later") } as const;
  const match = { tpp: rename("Somebody"), amount: "17.00" };
  await control.post("/scenarios", { world, body: { match, times: 0, effect } });
  await payer.get("/v1/accounts");
  for (const name of ["before", "after"])
    await control.post("/snapshots", { world, body: { name } });
  for (const kind of ["working", "expired"] as const) {
    const body = { name: rename(kind === "working" ? "Fintech" : "Expired"), kind };
    const identity = await control.post("/tpp-certificates", { body });
    await aTpp(payer.psu.bank, identity).send({ path: "/v1/accounts" });
  }
};

/** Sends requests that are refused, and one that is accepted with a warning. */
const sendRefused = async ({ payer, rename }: Filled) => {
  const { tpp } = payer.psu;
  const session = { "TPP-Session-ID": randomUUID() };
  const brand = { "TPP-Brand-Logging-Information": rename("Brand") };
  await tpp.send({ path: "/v1/accounts", headers: { ...session, ...brand } });
  await tpp.send({ path: `/v1/${encodeURIComponent(rename("unknown"))}` });
  await tpp.send({ path: `/v1/accounts/${encodeURIComponent(rename("one"))}` });
  await payer.psu.send({
    path: ndct,
    headers: { "x-accept-fix": "amount-as-string", ...brand },
    body: aPayment({ creditorName: rename("Nobody"), endToEndIdentification: rename("x") }),
    // The id is signed in lower case and sent in upper case.
    tamper: (headers) => {
      const id = String(headers["X-Request-ID"]);
      resign(headers, { key: tpp.key });
      headers["X-Request-ID"] = id.toUpperCase();
    },
  });
  await payer.psu.send({
    path: "/v1/accounts",
    tamper: (headers) => {
      const signature = headerValue(headers, "signature") ?? "";
      const keyId = /keyId="([^"]*)"/.exec(signature)?.[1] ?? "";
      const lowerCase = keyId.replace(/(?<=SN=)\w+/, (serial) => serial.toLowerCase());
      headers.Signature = changePart(signature, "keyId", lowerCase);
    },
  });
};

const findConsent = async ({ control, world }: Filled): Promise<string> => {
  const { consents } = await control.get("/consents", { world });
  return `#/consents/${consents[0]?.consentId}`;
};

const findRequests = async ({ control, world }: Filled) => {
  const { requests } = await control.get("/requests", { world, query: { limit: "200" } });
  const address = (is: (one: (typeof requests)[number]) => boolean | undefined) =>
    `#/requests/${requests.find(is)?.exchangeId}`;
  return {
    "accepted request": address(({ response }) => response.status === 201),
    "refused request": address(({ why }) => why?.explanation !== undefined),
    "request with a brand": address(({ why, request }) =>
      Boolean(why && request.headers["tpp-brand-logging-information"]),
    ),
    "request to an unknown path": address(({ response }) => response.status === 404),
  };
};
