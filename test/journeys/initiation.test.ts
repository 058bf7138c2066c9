import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import type { CoreBank, Instruction } from "@varde/bank";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayer,
  aPayment,
  bulkNdct,
  goTo,
  idOf,
  ncbct,
  ndct,
  payerAt,
} from "@varde/testkit/payments";
import { finishSca } from "@varde/testkit/psu";

const bank = await aBank();
after(() => bank.close());

const instructions = new Map<string, Instruction>();
const { coreBank } = bank.bank;
const submitAll = coreBank.submitAll.bind(coreBank);
mock.method(coreBank, "submitAll", async (...given: Parameters<CoreBank["submitAll"]>) => {
  for (const instruction of given[0]) instructions.set(instruction.instructionId, instruction);
  return submitAll(...given);
});

const { kari } = dataSet.people;
const toSavings = {
  creditorName: kari.name,
  creditorAccount: { bban: kari.savings.bban, currency: "NOK" },
};
const device = {
  "PSU-IP-Address": "192.0.2.44",
  "PSU-IP-Port": "4711",
  "PSU-User-Agent": "Firefox ".repeat(100),
  "PSU-Device-ID": "99435c7e-ad88-49ec-a2ad-99ddcb1f7721",
  "PSU-Geo-Location": "GEO:59.911491;10.757933",
};

test("HDR-34: the core bank learns TPP, signer, SCA and device of a payment", async () => {
  const payer = await aPayer(bank);
  const created = await payer.psu.send({
    method: "POST",
    path: ndct,
    headers: {
      ...device,
      "x-accept-fix": "amount-as-string",
      "TPP-Brand-Logging-Information": "PayFast",
    },
    body: aPayment(toSavings),
  });
  assert.equal(created.status, 201, created.text);
  const path = `${ndct}/${created.json.paymentId}`;
  const started = await payer.post(`${path}/authorisations`);
  await finishSca(bank, started.json._links.scaRedirect.href, payer.choices);
  assert.equal(await payer.status(path), "ACSC");
  const { product, initiation } = instructions.get(idOf(path)) ?? assert.fail("not submitted");
  assert.equal(product, "NDCT");
  const { tpp, psu, sca } = initiation;
  assert.deepEqual([tpp.brand, psu.personId, psu.context], ["PayFast", kari.personId, "PRIVATE"]);
  assert.ok((tpp.identifier ?? "") !== "" && (tpp.name ?? "") !== "");
  assert.equal(sca?.scaId, started.json.authorisationId);
  assert.ok((sca?.method ?? "") !== "" && (sca?.at ?? 0) > 0);
  assert.deepEqual(initiation.device, {
    ipAddress: device["PSU-IP-Address"],
    ipPort: device["PSU-IP-Port"],
    userAgent: device["PSU-User-Agent"].slice(0, 500),
    deviceId: device["PSU-Device-ID"],
    geoLocation: device["PSU-Geo-Location"],
  });
});

test("every payment of a bulk has the SCA that approved the bulk", async () => {
  const payer = await aPayer(bank);
  instructions.clear();
  await payer.pay(bulkNdct, aBulk([aBulkItem(toSavings), aBulkItem(toSavings)]));
  const scas = [...instructions.values()].map(({ initiation }) => initiation.sca?.scaId);
  assert.equal(scas.length, 2);
  assert.ok(scas[0] !== undefined && scas[0] === scas[1]);
});

const creditorAddress = {
  street: "Hovedgata",
  buildingNumber: "17B",
  postalCode: "10017",
  city: "New York",
  country: "US",
};
const texts = {
  remittanceInformationUnstructured: "Invoice 4711",
  purposeCode: "SUPP",
  endToEndIdentification: "e2e-1",
};
/** Bodies with every field that their product has, except alternatives. */
const completeBodies = {
  [ndct]: aPayment({
    ...toSavings,
    ...texts,
    instructedAmount: { amount: "102.50", currency: "NOK" },
    creditorAddress: { ...creditorAddress, country: "NO", postalCode: "0152" },
    ultimateDebtor: "Karis Datter",
  }),
  [ncbct]: aCrossBorderPayment({
    ...texts,
    instructedAmount: { amount: "102.50", currency: "USD" },
    creditorName: "Miller Inc",
    creditorAccount: { bban: "0532013000", currency: "USD" },
    creditorAgent: "CHASUS33",
    creditorAddress,
    regulatoryReportingCode: "14",
    regulatoryReportingInformation: "Machine parts",
    serviceLevel: "URGP",
  }),
};

const listTexts = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(listTexts);

test("every field of a domestic and a cross-border payment reaches the core bank", async () => {
  const payer = await payerAt(bank, "2026-12-08T07:00");
  const created = new Map<string, string>();
  for (const [path, body] of Object.entries(completeBodies)) {
    created.set(path, await payer.create(path, body));
    await payer.sign(created.get(path) ?? "");
  }
  await goTo(bank, "2026-12-08T15:30");
  for (const [path, { debtorAccount: _, ...sent }] of Object.entries(completeBodies)) {
    const instruction = instructions.get(idOf(created.get(path) ?? ""));
    assert(instruction !== undefined, `not submitted: ${path}`);
    assert.equal(instruction.amountMinor, 10_250n);
    const received = listTexts(instruction);
    const missing = listTexts(sent).filter((text) => !received.includes(text));
    assert.deepEqual(missing, ["102.50"], "the amount is in minor units");
  }
});
