import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type Certificate, formatCertificatePem, isInvalid, verifyResponse } from "@varde/protocol";
import { aBankDayAhead, type ProductionBank } from "@varde/testkit/bank";
import { after, before, describe, openBrowser, test } from "@varde/testkit/browser";
import { TestProvider } from "@varde/testkit/eid";
import { aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { missingPrograms, RoundRobinProxy } from "@varde/testkit/processes";
import { kari } from "@varde/testkit/psu";
import type { SigningProcess } from "@varde/testkit/signers";
import { type RawRequest, type RawResponse, RawTpp } from "@varde/testkit/tpp";
import {
  makeListSigner,
  OcspResponder,
  OpensslAuthority,
  type SealWish,
  signList,
} from "@varde/testkit/trusted-lists";
import type { Page } from "playwright-core";
import { aWholeBank, openPeople, type SharedBank } from "./whole-bank.ts";

const tppAddress = "https://tpp.example/back";
const toOla = {
  creditorName: "Ola Bråten",
  creditorAccount: { bban: "99901010117", currency: "NOK" },
};
const seals = {
  good: { organizationIdentifier: "PSDNO-FSA-123456789", roles: ["PSP_PI", "PSP_AI"] },
  revoked: { organizationIdentifier: "PSDNO-FSA-123456789" },
  unregistered: { organizationIdentifier: "PSDNO-FSA-200000000" },
} as const satisfies Record<string, SealWish>;

/**
 * A bank as in production: an OpenID Connect provider identifies PSUs, a signed trusted list and
 * OCSP decide about seals, a register about TPPs, and another process has the key of the bank's
 * seal. Two processes serve it, on PostgreSQL.
 */
describe("a whole bank", { skip: missingPrograms(["openssl", "xmlsec"]) }, () => {
  const stack = new AsyncDisposableStack();
  let proxy: RoundRobinProxy;
  let responder: OcspResponder;
  let bank: ProductionBank & { readonly signing: SigningProcess };
  let bankSeal: Certificate;
  let tpps: Readonly<Record<keyof typeof seals, RawTpp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;

  before(async () => {
    const pki = stack.use(new OpensslAuthority());
    const identities = Object.entries<SealWish>(seals).map(([name, wish]) => {
      const { der } = pki.issueSeal(name, { hasRsaKey: true, ...wish });
      const privateKeyPem = readFileSync(pki.path(`${name}.key`), "utf8");
      return [name, { certificatePem: formatCertificatePem(der), privateKeyPem }] as const;
    });
    pki.revoke("revoked");
    responder = stack.use(await OcspResponder.start(pki));
    const database = stack.use(await freshDatabase());
    proxy = stack.use(await RoundRobinProxy.start());
    const provider = stack.use(await TestProvider.start([`${proxy.address}/sca-callback`]));
    const people = stack.use(await openPeople({ databaseUrl: database.url }));
    const { certificate, key } = await people.authority.readResponseIdentity();
    bankSeal = people.authority.certificate;
    const shared: SharedBank = {
      databaseUrl: database.url,
      publicUrl: proxy.address,
      issuer: provider.issuer,
      key: provider.key,
      list: writeList(pki, responder.address),
      register: writeRegister(pki),
      seal: {
        certificatePem: formatCertificatePem(certificate.der),
        privateKeyPem: key.export({ type: "pkcs8", format: "pem" }).toString(),
      },
    };
    bank = stack.use(await aWholeBank(people, shared));
    const second = fork(new URL("second-process/main.ts", import.meta.url), {
      execArgv: ["--conditions=varde-source", "--disable-warning=ExperimentalWarning"],
    });
    stack.defer(() => end(second));
    second.send(shared);
    const [address] = await once(second, "message");
    proxy.targets.push(bank.addresses.http, address);
    tpps = Object.fromEntries(
      identities.map(([name, identity]) => [name, new RawTpp(proxy.address, identity)]),
    ) as typeof tpps;
    browser = stack.use(await openBrowser());
  });
  after(() => stack.disposeAsync());

  /** Sends a request of the good TPP, and verifies the signature of the response. */
  const send = async (request: RawRequest): Promise<RawResponse> => {
    const requestId = randomUUID();
    const response = await tpps.good.send({
      ...request,
      headers: {
        "x-accept-fix": "amount-as-string",
        "TPP-Redirect-URI": tppAddress,
        "PSU-IP-Address": "192.0.2.1",
        "Accept-Signature": "sig",
        ...request.headers,
        "X-Request-ID": requestId,
      },
    });
    const verdict = verifyResponse({
      header: (name) => response.headers[name] as string | undefined,
      body: Buffer.from(response.text),
      requestId,
      anchors: [bankSeal],
      atMs: Date.now(),
    });
    assert(!isInvalid(verdict), isInvalid(verdict) ? verdict.reason : "");
    return response;
  };
  const confirm = async (page: Page) => {
    await page.getByLabel("Identity number").fill(kari.customerNumber);
    await page.getByRole("button", { name: "Confirm" }).click();
  };
  /** Identifies, presses the button of the page, approves at the eID, and arrives at the TPP. */
  const approve = async (
    link: string,
    button: string,
    choose: (page: Page) => Promise<void> = async () => {},
  ) => {
    let shown = "";
    let arrived = new URLSearchParams();
    await browser.withPage({ locale: "en-GB" }, async (page) => {
      await page.route(`${tppAddress}**`, (route) => route.fulfill({ body: "back" }));
      await page.goto(link);
      await confirm(page);
      await choose(page);
      await page.getByRole("button", { name: button }).click();
      shown = await page.locator("#text").innerText();
      await confirm(page);
      await page.waitForURL(`${tppAddress}**`);
      arrived = new URL(page.url()).searchParams;
    });
    assert.equal(arrived.get("code"), null, String(arrived));
    return { shown, arrived };
  };
  /** Acts as a private person and ticks every account. */
  const chooseAccounts = async (page: Page) => {
    await page.getByLabel("Myself").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Choose accounts to share" }).waitFor();
    for (const account of await page.getByRole("checkbox").all()) await account.check();
  };
  const readStatus = async (path: string) =>
    (await send({ path: `${path}/status` })).json.transactionStatus;

  test("gives a consent in the browser, and reads the accounts with it", async () => {
    const session = { "TPP-Session-ID": randomUUID(), "PSU-Context": "PRIVATE" };
    const refused = await send({ path: "/v1/accounts", headers: session });
    assert.equal(refused.status, 401, refused.text);
    const { href } = refused.json._links.scaRedirect;
    const { shown, arrived } = await approve(href, "Confirm your choice", chooseAccounts);
    assert.match(shown, /^Give .* access to \d+ accounts?\. Reference \w{8}$/);
    const headers = { ...session, "PSU-ID": arrived.get("psu-id") ?? "" };
    const read = await send({ path: "/v1/accounts", headers });
    assert.equal(read.status, 200, read.text);
    assert(read.json.accounts.length > 0);
  });

  test("pays and cancels in the browser, on both processes", async () => {
    const session = { "TPP-Session-ID": randomUUID(), "PSU-Context": "PRIVATE" };
    const pay = async (changes: object) => {
      const body = aPayment({ ...toOla, ...changes });
      const created = await send({ path: ndct, body, headers: session });
      assert.equal(created.status, 201, created.text);
      const path = `${ndct}/${created.json.paymentId}`;
      const { href } = created.json._links.scaRedirect;
      const { shown, arrived } = await approve(href, "Approve the payment");
      assert.match(shown, /^Pay NOK [\d.,]+ to Ola Bråten, account 99901010117\. Reference/);
      return { path, psuId: arrived.get("psu-id") ?? "" };
    };
    const paid = await pay({});
    assert.equal(await readStatus(paid.path), "ACSC");
    const later = await pay({ requestedExecutionDate: aBankDayAhead() });
    assert.equal(await readStatus(later.path), "ACTC");
    const headers = { ...session, "PSU-ID": later.psuId };
    const cancelled = await send({ method: "DELETE", path: later.path, headers });
    assert.equal(cancelled.status, 202, cancelled.text);
    const started = await send({
      method: "POST",
      path: `${later.path}/cancellation-authorisations`,
      headers,
    });
    assert.equal(started.status, 201, started.text);
    const stop = await approve(started.json._links.scaRedirect.href, "Stop the payment");
    assert.match(stop.shown, /^Stop the payment of NOK [\d.,]+ to Ola Bråten/);
    assert.equal(await readStatus(later.path), "CANC");
    assert(
      proxy.served.every((count) => count >= 5),
      `both processes serve: ${proxy.served}`,
    );
  });

  test("A26: refuses a seal that OCSP says is revoked, on each process", async () => {
    const asked = responder.requests;
    for (const _ of proxy.targets) {
      const { status, text } = await tpps.revoked.send({ path: "/v1/accounts" });
      assert.equal(status, 403, text);
    }
    assert.equal(responder.requests, asked + proxy.targets.length);
    const reason = bank.log.lines.findLast((line) => "reason" in line)?.reason;
    assert.match(String(reason), /has been revoked/);
  });

  test("refuses a TPP that is not in the register, on each process", async () => {
    for (const _ of proxy.targets) {
      const { status, text } = await tpps.unregistered.send({ path: "/v1/accounts" });
      assert.equal(status, 403, text);
    }
  });

  test("F19: serves from the other process while the signer of one is away", async () => {
    const request = {
      path: "/v1/accounts",
      headers: {
        "TPP-Session-ID": randomUUID(),
        "TPP-Redirect-URI": tppAddress,
        "PSU-IP-Address": "192.0.2.1",
        "Accept-Signature": "sig",
      },
    };
    const statuses = async () => {
      const both = await Promise.all(proxy.targets.map(() => tpps.good.send(request)));
      return both.map(({ status }) => status).toSorted();
    };
    await bank.signing.end();
    assert.deepEqual(await statuses(), [401, 503]);
    await bank.signing.start();
    assert.deepEqual(await statuses(), [401, 401]);
  });
});

/** Lists the authority that issues the seals, and its OCSP responder. */
const writeList = (pki: OpensslAuthority, address: string): SharedBank["list"] => {
  makeListSigner(pki, "signer");
  const certificatePem = pki.pem("intermediate");
  const list = signList(
    [
      { type: "CA/QC", certificatePem, uses: ["ForeSeals"] },
      { type: "Certstatus/OCSP/QC", certificatePem, address },
    ],
    pki,
  );
  writeFileSync(pki.path("list.xml"), list);
  return { path: pki.path("list.xml"), signerPem: pki.pem("signer") };
};

const writeRegister = (pki: OpensslAuthority): string => {
  const { organizationIdentifier, roles } = seals.good;
  const activities = roles.map((role) => ({ role, countries: ["NO"] }));
  const provider = { identifier: organizationIdentifier, name: "TPP AS", activities };
  writeFileSync(pki.path("register.json"), JSON.stringify({ providers: [provider], blocked: [] }));
  return pki.path("register.json");
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
};
