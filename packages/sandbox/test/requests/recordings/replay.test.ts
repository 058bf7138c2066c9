import assert from "node:assert/strict";
import { randomUUID, sign } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import type { Replay, TestBank } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aPsu, aSession, callHeaders, kari, PageBrowser, type TestPsu } from "@varde/testkit/psu";
import { aTpp, type RawTpp } from "@varde/testkit/tpp";

const fix = { "x-accept-fix": "amount-as-string" };

/** Records the only world of a bank, as `varde record` and the console do. */
const record = async (bank: TestBank): Promise<string> => {
  const control = openControl(bank.addresses.http, undefined);
  return JSON.stringify(await control.get("/recording", { world: await onlyWorld(bank) }));
};

/** Repeats a recording at a fresh bank. */
const replay = async (recording: string): Promise<Replay> => {
  await using bank = await aBank({ replay: recording });
  assert(bank.replay !== undefined);
  return bank.replay;
};

/** Changes the recorded response of the first entry with this path. */
const plant = (recording: string, path: RegExp, change: (text: string) => string): string => {
  const file = JSON.parse(recording);
  const entry = file.log.entries.find(({ request }: { request: { url: string } }) =>
    path.test(request.url),
  );
  entry.response.content.text = change(entry.response.content.text);
  return JSON.stringify(file);
};

/** Creates a payment to another bank, and approves it on the bank's pages. */
const payOnPages = async (psu: TestPsu, bank: TestBank): Promise<string> => {
  const created = await psu.send({ method: "POST", path: ndct, headers: fix, body: aPayment() });
  assert.equal(created.status, 201, created.text);
  const path = `${ndct}/${created.json.paymentId}`;
  const started = await psu.send({ method: "POST", path: `${path}/authorisations` });
  const page = new PageBrowser(bank.addresses.http);
  await page.open(new URL(started.json._links.scaRedirect.href).pathname);
  await page.submit({ customerNumber: kari.customerNumber });
  await page.submit({ action: "approve" });
  return path;
};

/** Texts that must not be in a recording. */
const canaries = {
  key: "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7canary",
  person: "15859050120",
  header: "canary-of-another-header",
};

/** Sends requests that are refused, each in another way, and one with the number of a person. */
const sendRefused = async (tpp: RawTpp): Promise<void> => {
  const headers = { ...callHeaders(randomUUID()), ...fix, "PSU-Context": "PRIVATE" };
  const path = ndct;
  const pem = `-----BEGIN PRIVATE KEY-----\n${canaries.key}\n-----END PRIVATE KEY-----`;
  const statuses = [
    await tpp.send({ path, headers, body: aPayment({ purposeCode: "XXXX" }) }),
    await tpp.send({ path, headers, body: aPayment({ creditorName: pem }) }),
    await tpp.send({ path, headers, body: aPayment({ creditorName: canaries.person }) }),
    await tpp.send({ path, headers, body: "{" }),
    await tpp.send({ path, headers, body: aPayment(), sentBody: `${JSON.stringify(aPayment())} ` }),
    await tpp.send({ path, headers: { ...headers, "X-Accept-Fix": undefined }, body: aPayment() }),
    await tpp.send({
      path,
      headers: { ...headers, Date: new Date(Date.now() - 610_000).toUTCString() },
      body: aPayment(),
    }),
    await tpp.send({
      path,
      headers: { ...headers, "X-Secret": canaries.header },
      body: aPayment(),
      tamper: (sent) => {
        sent["PSU-ID"] = randomUUID();
      },
    }),
    await tpp.send({
      path,
      headers,
      body: aPayment(),
      tamper: (sent) => {
        delete sent.Signature;
      },
    }),
    await tpp.send({ path: "/v1/no-such-path" }),
    await tpp.send({ path: `${ndct}/${randomUUID()}/status` }),
  ].map(({ status }) => status);
  // A name may have digits.
  assert.deepEqual(statuses, [400, 400, 201, 400, 400, 400, 400, 400, 400, 404, 404]);
};

describe("record and replay", () => {
  let bank: TestBank;
  let recording: string;
  const opened = new AsyncDisposableStack();
  before(async () => {
    bank = opened.use(await aBank());
    const control = openControl(bank.addresses.http, undefined);
    await aPsu(bank, kari);
    const world = await onlyWorld(bank);
    await control.put("/clock", { world, body: { now: "2026-11-16T08:00:00+01:00" } });
    const psu = await aPsu(bank, kari);
    const path = await payOnPages(psu, bank);
    const history = "/v1/accounts/kari-current/transactions?bookingStatus=booked";
    assert.equal((await psu.get("/v1/accounts?withBalance=true")).status, 200);
    assert.equal((await psu.get(history)).status, 200);
    const effect = { unavailable: true };
    const match = { operation: "readPaymentStatus" } as const;
    await control.post("/scenarios", { world, body: { match, effect } });
    assert.equal((await psu.get(`${path}/status`)).status, 503);
    await control.delete("/scenarios", { world });
    await control.post("/clock/advance", { world, body: { by: "P1D" } });
    assert.equal((await psu.get(`${path}/status`)).json.transactionStatus, "ACSC");
    await sendRefused(aTpp(bank));
    recording = await record(bank);
  });
  after(() => opened.disposeAsync());

  test("a replay of payments, accounts and refused requests shows no difference", async () => {
    const { entries, differences, skipped } = await replay(recording);
    assert.deepEqual(differences, []);
    assert.deepEqual(
      skipped.map(({ reason }) => reason),
      ["it contains a private key, which is not recorded"],
    );
    assert(entries >= 25, String(entries));
  });

  test("a change of one response is the only difference", async () => {
    const changed = plant(recording, /transactions/, (text) =>
      text.replace(/"bookingDate":"[^"]*"/, '"bookingDate":"2001-01-01"'),
    );
    const { differences } = await replay(changed);
    assert.equal(differences.length, 1);
    assert.match(differences[0]?.where ?? "", /^body \/transactions\/booked\/0\/bookingDate$/);
    assert.equal(differences[0]?.recorded, "2001-01-01");
  });

  test("contains no keys, signatures, links and numbers of people", () => {
    const { privateKeyPem, certificatePem } = bank.tpp;
    const secrets = [
      ...Object.values(canaries),
      kari.customerNumber,
      privateKeyPem.split("\n")[2] ?? "",
      certificatePem.split("\n")[2] ?? "",
      bank.addresses.http,
    ];
    for (const secret of secrets) {
      assert(secret.length > 8);
      assert(!recording.includes(secret), secret);
    }
    assert.doesNotMatch(recording, /\/sca\/[^{\\"]/);
    assert.doesNotMatch(recording, /keyId=|signature=\\"/);
    assert.match(recording, /\{\{person kari\}\}/);
  });

  test("contains no id of a PSU and no number of a person in another form", async () => {
    await using other = await aBank();
    const tpp = aTpp(other);
    const session = await aSession(other, tpp, kari);
    const { psuId } = session;
    const number = kari.customerNumber;
    const bare = psuId.replaceAll("-", "");
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const percent = (text: string) =>
      text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const forms = [psuId, number].flatMap((value) => [
      base64(value),
      base64(`psu-id: ${value} x`),
      base64(base64(value)),
      Buffer.from(value).toString("base64url"),
      Buffer.from(value, "utf16le").toString("base64"),
      Buffer.from(value).toString("hex"),
      Buffer.from(value).toString("hex").toUpperCase(),
      percent(value),
      percent(value).toUpperCase(),
      [...value].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join(""),
    ]);
    forms.push(bare, bare.toUpperCase(), `x${number}`, `${number.slice(0, 6)} ${number.slice(6)}`);
    const headers = { ...session.headers, ...fix };
    for (const form of forms) {
      await tpp.send({ path: `/v1/accounts?x=${encodeURI(form)}`, headers });
      await tpp.send({ path: ndct, headers, body: aPayment({ creditorName: form }) });
      await tpp.send({ path: ndct, headers, body: `{"creditorName":"${form}"}` });
      await tpp.send({ path: "/v1/accounts", headers: { ...headers, "PSU-ID": form } });
    }
    // The text that was signed instead of the signing string.
    for (const write of [base64, (text: string) => text.replaceAll(psuId, bare)]) {
      tpp.signingKey = (data) => sign("sha256", Buffer.from(write(String(data))), tpp.key);
      const { status } = await tpp.send({ path: "/v1/accounts", headers });
      assert.equal(status, 400);
    }
    const written = await record(other);
    for (const form of [psuId, psuId.toUpperCase(), number, ...forms]) {
      assert(!written.includes(form), form);
      assert(!written.includes(JSON.stringify(form).slice(1, -1)), form);
    }
    const { differences, skipped } = await replay(written);
    assert.deepEqual(differences, []);
    assert(skipped.length > 0);
    for (const { reason } of skipped) assert.match(reason, /in another form/);
  });
});
