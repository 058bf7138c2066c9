// A first signed payment, by hand: Node and openssl, nothing of Varde's own.
// Start the sandbox (npm start), then run: node examples/first-payment.mjs
import { execFileSync } from "node:child_process";
import { createHash, createSign, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bank = process.env.VARDE_BANK ?? "http://127.0.0.1:8080";
const product = "/v1/payments/norwegian-domestic-credit-transfers";

// 1. A key and a self-signed certificate. The sandbox welcomes any; a real bank wants eIDAS.
const folder = mkdtempSync(join(tmpdir(), "tpp-"));
const openssl = (...words) => execFileSync("openssl", words, { encoding: "utf8", stdio: "pipe" });
openssl(
  "req",
  "-x509",
  "-newkey",
  "rsa:2048",
  "-nodes",
  "-days",
  "30",
  "-subj",
  "/O=My TPP/CN=mine",
  "-keyout",
  `${folder}/key.pem`,
  "-out",
  `${folder}/tpp.pem`,
);
const ask = (what) =>
  openssl("x509", "-in", `${folder}/tpp.pem`, "-noout", what, "-nameopt", "RFC2253");
const serial = ask("-serial").trim().replace("serial=", "");
const issuer = ask("-issuer")
  .trim()
  .replace(/^issuer= ?/, "");
const certificate = readFileSync(`${folder}/tpp.pem`, "utf8").replace(/-----.*-----|\s/g, "");
const key = readFileSync(`${folder}/key.pem`);

// 2. Signing: the named headers, one a line, in the order of the list.
async function call(method, path, more = {}, body) {
  const headers = { date: new Date().toUTCString(), "x-request-id": randomUUID(), ...more };
  if (body) headers.digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
  const names = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"].filter(
    (n) => headers[n],
  );
  const lines = names.map((name) => `${name}: ${headers[name]}`).join("\n");
  headers.signature =
    `keyId="SN=${serial},CA=${issuer}",algorithm="rsa-sha256",` +
    `headers="${names.join(" ")}",signature="${createSign("sha256").update(lines).sign(key, "base64")}"`;
  headers["tpp-signature-certificate"] = certificate;
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch(bank + path, { method, headers, body });
  return { status: answer.status, ...(await answer.json()) };
}

// 3. The payment: one SCA both identifies the PSU and approves (PSU-Context).
const back = createServer((request, response) => {
  console.log("\nThe PSU is back:", request.url);
  response.end("Back at the TPP. Look at the terminal.");
});
await new Promise((listening) => back.listen(0, "127.0.0.1", listening));
const payment = await call(
  "POST",
  product,
  {
    "x-accept-fix": "amount-as-string",
    "tpp-session-id": randomUUID(),
    "psu-context": "PRIVATE",
    "psu-ip-address": "127.0.0.1",
    "tpp-redirect-uri": `http://127.0.0.1:${back.address().port}/back`,
  },
  JSON.stringify({
    instructedAmount: { amount: "249.50", currency: "NOK" },
    debtorAccount: { bban: process.env.FROM ?? "99901010028", currency: "NOK" },
    creditorName: "Ola Bråten",
    creditorAddress: { country: "NO" },
    creditorAccount: { bban: process.env.TO ?? "99901010117", currency: "NOK" },
    remittanceInformationUnstructured: "Seks glass",
  }),
);
console.log(JSON.stringify(payment, null, 2));
if (payment.status !== 201) process.exit(1);
console.log("\nOpen this in a browser and approve:\n ", payment._links.scaRedirect.href);

// 4. The status, until it is final, the SCA has failed or five minutes have passed.
let status = "RCVD";
let sca = "received";
const isOver = () => ["ACSC", "RJCT", "CANC"].includes(status) || sca === "failed";
for (let second = 0; second < 300 && !isOver(); second += 1) {
  await new Promise((later) => setTimeout(later, 1000));
  const { transactionStatus } = await call("GET", payment._links.status.href);
  if (transactionStatus !== status) console.log("Status:", transactionStatus);
  status = transactionStatus;
  sca = (await call("GET", payment._links.scaStatus.href)).scaStatus;
}
if (status === "ACSC") console.log("The money has moved.");
else if (sca === "failed") console.log(`The SCA failed, and the payment stays ${status}.`);
else if (isOver()) console.log(`The payment ended as ${status}: no money has moved.`);
else console.log(`Still ${status} after five minutes. This script waits no longer.`);
process.exitCode = status === "ACSC" ? 0 : 1;
back.close();
