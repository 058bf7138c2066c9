import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { ndct, payOla } from "@varde/testkit/payments";
import { kari, PageBrowser, Phone } from "@varde/testkit/psu";
import { checkChannelResponse } from "@varde/testkit/responses";
import { ServerFolder } from "@varde/testkit/server";
import { RawTpp } from "@varde/testkit/tpp";
import { loadServerSettings } from "../src/index.ts";
import { type ServedBank, serveBank } from "../src/serve-bank.ts";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const phone = new Phone("phone-1");
const ownChannels = [
  { name: "app", scopes: ["challenges:read", "challenges:decide"], tokenSha256: hash("app") },
  { name: "branch", scopes: ["consents:read"], tokenSha256: hash("branch") },
];

describe("a bank from a configuration file whose PSUs approve in its app", () => {
  const folder = new ServerFolder();
  let bank: ServedBank;
  let address: string;
  let tpp: RawTpp;
  before(async () => {
    const devices = JSON.stringify({ [phone.deviceId]: phone.device });
    folder.write(
      "app.mjs",
      `import open from "./ports.mjs";
export default async () => {
  const { scaMethod: _, ...ports } = await open();
  const devices = ${devices};
  return { ...ports, findDevice: async (user, deviceId) => devices[deviceId] };
};
`,
    );
    const settings = { module: "app.mjs", sca: { app: true }, ownChannels };
    bank = await serveBank(loadServerSettings(folder.configure(settings), {}));
    address = bank.addresses.http ?? "";
    tpp = new RawTpp(address, folder.tpp);
  });
  after(async () => {
    await bank.close();
    folder[Symbol.dispose]();
  });

  const call = async (
    path: string,
    { token = "app", body }: { token?: string; body?: unknown } = {},
  ) => {
    const method = body === undefined ? "GET" : "POST";
    const response = await fetch(`${address}/own-channel/v1/challenges${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const json = text === "" ? undefined : JSON.parse(text);
    checkChannelResponse(method, `/challenges${path}`, { status, body: json });
    return { status, json };
  };
  const person = "?person=person-kari";
  const listChallenges = async () => (await call(person)).json.challenges;
  const readChallenge = async () => (await listChallenges()).at(-1) ?? assert.fail("nothing waits");
  const confirm = async (signed?: string) => {
    const challenge = await readChallenge();
    const { challengeId, deviceId, signature } = phone.confirm(challenge, signed);
    const body = { deviceId, signature: signature.toString("base64") };
    return call(`/${challengeId}/confirmation`, { body });
  };
  const openSca = async () => {
    const { paymentId, path: pathname } = await payOla(tpp);
    const path = `${pathname}?lang=en`;
    const browser = new PageBrowser(address);
    await browser.open(path);
    await browser.submit({ decision: "continue", customerNumber: kari.customerNumber });
    return { statusPath: `${ndct}/${paymentId}/status`, path, browser };
  };

  test("identifies and approves a payment by the API of its own channels", async () => {
    const { statusPath, path, browser } = await openSca();
    const { code, subject, expiresAt } = await readChallenge();
    assert.equal(subject, "identification");
    assert(Date.parse(expiresAt) > Date.now());
    assert.match(browser.page, new RegExp(`<strong>${code}</strong>`));
    assert.equal((await confirm()).status, 204);
    await browser.open(path);
    await browser.submit({ decision: "approve" });
    assert.match((await readChallenge()).text, /^Pay NOK .* to Ola Bråten/);
    assert.equal((await confirm("another text")).status, 422);
    assert.equal((await confirm()).status, 204);
    await browser.open(path);
    const { json } = await tpp.send({ path: statusPath });
    assert.equal(json.transactionStatus, "ACSC");
  });

  test("lets the PSU refuse, once", async () => {
    const { path, browser } = await openSca();
    const { challengeId } = await readChallenge();
    const other = await call(`/${challengeId}/refusal?person=person-ola`, { body: {} });
    assert.equal(other.status, 409);
    assert.equal((await call(`/${challengeId}/refusal${person}`, { body: {} })).status, 204);
    const again = await call(`/${challengeId}/refusal${person}`, { body: {} });
    assert.deepEqual([again.status, again.json.title], [409, "No longer waiting"]);
    await browser.open(path);
    assert.match(browser.page, /code=SCA_INVALID/);
  });

  test("says what is wrong with a request of the app", async () => {
    const unscoped = await call(person, { token: "branch" });
    assert.deepEqual([unscoped.status, unscoped.json.title], [403, "Scope missing"]);
    assert.equal((await call(person, { token: "guess" })).status, 401);
    const malformed = await call("/x/confirmation", { body: { deviceId: 1 } });
    assert.match(malformed.json.detail, /Send JSON like/);
    const unknown = await call("/x/confirmation", { body: { deviceId: "p", signature: "" } });
    assert.equal(unknown.status, 409);
  });
});
