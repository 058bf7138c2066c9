// A first signed payment in plain Node 20 or newer, without any package.
//
// Start the sandbox with `npm start`, then run in a second terminal:
//
//   node examples/first-payment.mjs
//
// The bank is expected at http://127.0.0.1:8080; set VARDE_BANK for another address. The program
// needs openssl once, because Node can read certificates but not create them.
import { execFileSync } from "node:child_process";
import { createHash, createSign, randomUUID, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const bank = process.env.VARDE_BANK ?? "http://127.0.0.1:8080";
const paymentsPath = "/v1/payments/norwegian-domestic-credit-transfers";
const waitSecondsMax = 300;

/**
 * Makes an RSA key and a self-signed certificate. The sandbox accepts any certificate; a real bank
 * requires an eIDAS seal certificate (QSealC).
 */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), "tpp-"));
  const keyFile = join(folder, "key.pem");
  const certificateFile = join(folder, "certificate.pem");
  try {
    const newKey = ["-newkey", "rsa:2048", "-nodes", "-keyout", keyFile];
    const newCertificate = ["-days", "90", "-subj", "/O=My TPP/CN=my-tpp", "-out", certificateFile];
    execFileSync("openssl", ["req", "-x509", ...newKey, ...newCertificate], { stdio: "pipe" });
    const certificate = new X509Certificate(readFileSync(certificateFile));
    // RFC 2253 puts the last name first. Node prints one name per line, in certificate order.
    const issuer = certificate.issuer.split("\n").reverse().join(",");
    return {
      key: readFileSync(keyFile),
      // The TPP-Signature-Certificate header carries the DER bytes in base64, on one line.
      certificate: certificate.raw.toString("base64"),
      // The keyId names the certificate: serial number in upper-case hexadecimal, and issuer in
      // RFC 2253 form.
      keyId: `SN=${certificate.serialNumber},CA=${issuer}`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the Digest header: the SHA-256 hash of exactly the bytes of the body, in base64. */
function computeDigest(body) {
  return `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
}

// Of these headers, every one that is sent must be signed.
const signedHeaders = [
  "date",
  "digest",
  "x-request-id",
  "psu-id",
  "psu-corporate-id",
  "tpp-redirect-uri",
];

/**
 * Returns the signing string: one line `name: value` for each signed header, names in lower case.
 * There is a newline between lines, but none after the last one.
 */
function buildSigningString(headers, names) {
  return names.map((name) => `${name}: ${headers[name]}`).join("\n");
}

/** Returns the Signature header. Its four parts always come in this order. */
function buildSignature(headers, { key, keyId }) {
  const names = signedHeaders.filter((name) => name in headers);
  const signingString = buildSigningString(headers, names);
  // RSA with SHA-256 and PKCS #1 v1.5 padding, in base64.
  const signature = createSign("sha256").update(signingString).sign(key, "base64");
  return [
    `keyId="${keyId}"`,
    'algorithm="rsa-sha256"',
    // The names in the same order as in the signing string.
    `headers="${names.join(" ")}"`,
    `signature="${signature}"`,
  ].join(",");
}

/** Signs a request, sends it and returns the response body. */
async function call(method, path, identity, furtherHeaders = {}, body = undefined) {
  const headers = {
    // The bank accepts a deviation of at most 60 seconds.
    date: new Date().toUTCString(),
    // A new id for every request.
    "x-request-id": randomUUID(),
    ...furtherHeaders,
  };
  if (body !== undefined) {
    headers.digest = computeDigest(body);
    headers["content-type"] = "application/json";
  }
  headers.signature = buildSignature(headers, identity);
  headers["tpp-signature-certificate"] = identity.certificate;
  const response = await fetch(bank + path, { method, headers, body }).catch((error) => {
    throw new Error(`No response from ${bank}. Is the sandbox running?`, { cause: error });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The bank refused the request: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Creates a payment of NOK 249.50 from Kari to Ola. */
function createPayment(identity) {
  const headers = {
    "x-accept-fix": "amount-as-string",
    // A session of your own choice; an SCA is valid for one hour in it.
    "tpp-session-id": randomUUID(),
    // The PSU is not known to this TPP yet: one SCA both identifies them and approves the payment.
    "psu-context": "PRIVATE",
    "psu-ip-address": "192.0.2.7",
    // The bank sends the PSU's browser here after the SCA. This would be a page of your own site;
    // the sandbox has one that shows what the bank has added to the address.
    "tpp-redirect-uri": `${bank}/docs/callback`,
  };
  // The bytes that are hashed must be the bytes that are sent, so the body is serialised once.
  const body = JSON.stringify({
    instructedAmount: { amount: "249.50", currency: "NOK" },
    debtorAccount: { bban: "99901010028", currency: "NOK" },
    creditorName: "Ola Bråten",
    creditorAccount: { bban: "99901010117", currency: "NOK" },
    creditorAddress: { country: "NO" },
    remittanceInformationUnstructured: "Seks glass",
  });
  return call("POST", paymentsPath, identity, headers, body);
}

/** Polls until the payment is final, the SCA has failed or the time is up. */
async function waitForOutcome(identity, payment) {
  const deadline = Date.now() + waitSecondsMax * 1000;
  for (;;) {
    // The SCA first: a status that is read after it cannot be older.
    const { scaStatus } = await call("GET", payment._links.scaStatus.href, identity);
    const { transactionStatus } = await call("GET", payment._links.status.href, identity);
    const isFinal = ["ACSC", "RJCT", "CANC"].includes(transactionStatus);
    if (isFinal || scaStatus === "failed" || Date.now() >= deadline) {
      return { transactionStatus, scaStatus };
    }
    await sleep(1000);
  }
}

/** Prints the final status and returns the exit code. */
function showOutcome({ transactionStatus, scaStatus }) {
  console.log(`Final status: ${transactionStatus}`);
  if (transactionStatus === "ACSC") console.log("The money has moved.");
  else if (scaStatus === "failed") console.log("The PSU did not approve the payment.");
  else console.log("No money has moved.");
  return transactionStatus === "ACSC" ? 0 : 1;
}

try {
  const identity = makeCertificate();
  const payment = await createPayment(identity);
  console.log(`Payment ${payment.paymentId} was created, status ${payment.transactionStatus}.`);
  console.log(`
Open this link in a browser, identify as Kari (customer number 03848420491) and approve:
  ${payment._links.scaRedirect.href}
`);
  process.exitCode = showOutcome(await waitForOutcome(identity, payment));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
