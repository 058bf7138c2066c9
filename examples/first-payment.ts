// A first payment with the SDK, @varde/tpp, which signs, sends and retries.
//
// Start the sandbox with `npm start`, then run in a second terminal:
//
//   npm run -s node -- examples/first-payment.ts
//
// The bank is expected at http://127.0.0.1:8080; set VARDE_BANK for another address. The program
// needs openssl once, because Node can read certificates but not create them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CreatedPayment,
  createTppClient,
  type DomesticPayment,
  findScaRedirect,
  readIdentityFiles,
  type ScaStatusResponse,
  type TppClient,
  TppError,
  type TppIdentity,
  type TransactionStatus,
} from "@varde/tpp";

type Payment = CreatedPayment<"NDCT">;

interface Outcome {
  readonly transactionStatus: TransactionStatus;
  readonly scaStatus: ScaStatusResponse["scaStatus"];
}

const bank = process.env.VARDE_BANK ?? "http://127.0.0.1:8080";
const waitSecondsMax = 300;

/**
 * Makes an RSA key and a self-signed certificate. The sandbox accepts any certificate; a real bank
 * requires an eIDAS seal certificate (QSealC).
 */
async function makeCertificate(): Promise<TppIdentity> {
  const folder = mkdtempSync(join(tmpdir(), "tpp-"));
  const keyFile = join(folder, "key.pem");
  const certificateFile = join(folder, "certificate.pem");
  try {
    const newKey = ["-newkey", "rsa:2048", "-nodes", "-keyout", keyFile];
    const newCertificate = ["-days", "90", "-subj", "/O=My TPP/CN=my-tpp", "-out", certificateFile];
    execFileSync("openssl", ["req", "-x509", ...newKey, ...newCertificate], { stdio: "pipe" });
    return await readIdentityFiles(certificateFile, keyFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates a payment of NOK 249.50 from Kari to Ola. The client signs the request. */
function createPayment(client: TppClient): Promise<Payment> {
  const psu = client.psu({
    // The bank sends the PSU's browser here after the SCA. This would be a page of your own site;
    // the sandbox has one that shows what the bank has added to the address.
    redirectUri: `${bank}/docs/callback`,
    // The address that your front end sees. This one is for documentation: the PSU is you.
    ipAddress: "192.0.2.7",
    // The PSU is not known to this TPP yet: one SCA both identifies them and approves the payment.
    context: "PRIVATE",
  });
  const body: DomesticPayment = {
    instructedAmount: { amount: "249.50", currency: "NOK" },
    debtorAccount: { bban: "99901010028", currency: "NOK" },
    creditorName: "Ola Bråten",
    creditorAccount: { bban: "99901010117", currency: "NOK" },
    creditorAddress: { country: "NO" },
    remittanceInformationUnstructured: "Seks glass",
  };
  return client.payments.create("NDCT", body, psu);
}

/** Polls until the payment is final, the SCA has failed or the time is up. */
async function waitForOutcome(client: TppClient, payment: Payment): Promise<Outcome> {
  const deadline = Date.now() + waitSecondsMax * 1000;
  const { authorisationIds } = await client.payments.authorisations(payment);
  const [authorisationId = ""] = authorisationIds;
  for (;;) {
    // The SCA first: a status that is read after it cannot be older.
    const { scaStatus } = await client.payments.authorisation(payment, authorisationId);
    const { transactionStatus } = await client.payments.status(payment);
    const isFinal = ["ACSC", "RJCT", "CANC"].includes(transactionStatus);
    if (isFinal || scaStatus === "failed" || Date.now() >= deadline) {
      return { transactionStatus, scaStatus };
    }
    await sleep(1000);
  }
}

/** Prints the final status and returns the exit code. */
function showOutcome({ transactionStatus, scaStatus }: Outcome): number {
  console.log(`Final status: ${transactionStatus}`);
  if (transactionStatus === "ACSC") console.log("The money has moved.");
  else if (scaStatus === "failed") console.log("The PSU did not approve the payment.");
  else console.log("No money has moved.");
  return transactionStatus === "ACSC" ? 0 : 1;
}

const client = createTppClient({ bank: { baseUrl: bank }, identity: await makeCertificate() });
try {
  const payment = await createPayment(client);
  console.log(`Payment ${payment.paymentId} was created, status ${payment.transactionStatus}.`);
  console.log(`
Open this link in a browser, identify as Kari (customer number 03848420491) and approve:
  ${findScaRedirect(payment)}
`);
  process.exitCode = showOutcome(await waitForOutcome(client, payment));
} catch (error) {
  // The bank refused, or could not be reached; the message says which and why.
  if (!(error instanceof TppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  client.close();
}
