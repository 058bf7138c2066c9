// Shows all accounts of one person from several banks, with the SDK, @varde/tpp.
//
// Three facts decide how such an app is built:
//
// 1. A TPP has one certificate, and a client per bank.
// 2. A PSU-ID belongs to one bank: the same person has another at each, after one SCA at each. So
//    does every other id. Store them together with the bank that they are from.
// 3. Banks fail one by one. An app shows the accounts of the others, and says which are missing.
//
// Start three banks, then run this in a second terminal:
//
//   npm start -- --banks 3
//   npm run -s node -- examples/all-accounts.ts
//
// The banks are expected at the ports 8080 to 8082; set VARDE_BANKS to other addresses, with commas
// between them. The program needs openssl once, because Node cannot create certificates.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTppClient,
  type Psu,
  readIdentityFiles,
  ScaRequiredError,
  type TppClient,
  TppError,
  type TppIdentity,
} from "@varde/tpp";

/** An account with the bank that it is at: its id alone means nothing. */
interface HeldAccount {
  readonly bank: string;
  readonly resourceId: string;
  readonly name: string;
  readonly number: string;
  readonly currency: string;
  readonly balanceMinor: bigint;
}

/** The accounts at one bank, or why they are missing. */
interface BankReading {
  readonly bank: string;
  readonly accounts: readonly HeldAccount[];
  readonly failure?: string;
}

const banks = (
  process.env.VARDE_BANKS ?? "http://127.0.0.1:8080,http://127.0.0.1:8081,http://127.0.0.1:8082"
).split(",");

/** Makes a key and a self-signed certificate, which only a sandbox accepts. */
async function makeCertificate(): Promise<TppIdentity> {
  const folder = mkdtempSync(join(tmpdir(), "tpp-"));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  try {
    const newKey = ["-newkey", "rsa:2048", "-nodes", "-keyout", keyFile];
    const newCertificate = ["-days", "30", "-subj", "/O=My TPP/CN=my-tpp", "-out", certificateFile];
    execFileSync("openssl", ["req", "-x509", ...newKey, ...newCertificate], { stdio: "pipe" });
    return await readIdentityFiles(certificateFile, keyFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asks the PSU for consent at one bank: prints the link, and waits for the browser to come back. */
async function identifyPsu(client: TppClient, bank: string): Promise<Psu> {
  const server = createServer((_, response) => response.end("Thank you. You can close this page."));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const psu = client.psu({ redirectUri, ipAddress: "192.0.2.7" });
  try {
    await client.accounts.list(psu);
  } catch (error) {
    if (!(error instanceof ScaRequiredError)) throw error;
    console.log(`
At the bank ${bank}, open this link, identify as Kari (customer number 03848420491) and approve:
  ${error.scaRedirect}
`);
    const [request] = await once(server, "request");
    // Store psu.memory with the name of the bank. It is the PSU-ID at this bank, and at no other.
    psu.remember(`http://127.0.0.1${request.url}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return psu;
}

/** Lists the accounts of the PSU at one bank, with their booked balances. */
async function readBank(bank: string, identity: TppIdentity): Promise<BankReading> {
  const client = createTppClient({ bank: { baseUrl: bank }, identity });
  try {
    const psu = await identifyPsu(client, bank);
    const { accounts } = await client.accounts.list(psu);
    const held: HeldAccount[] = [];
    for (const { resourceId, name = "", bban, iban, currency } of accounts) {
      const { balances } = await client.accounts.balances(resourceId, psu);
      const booked = balances.find(({ balanceType }) =>
        ["interimBooked", "closingBooked"].includes(balanceType),
      );
      const balanceMinor = parseMinor(booked?.balanceAmount.amount ?? "0.00");
      held.push({ bank, resourceId, name, number: bban ?? iban ?? "", currency, balanceMinor });
    }
    return { bank, accounts: held };
  } catch (error) {
    // The bank refused, or could not be reached; the message says which and why.
    if (!(error instanceof TppError)) throw error;
    return { bank, accounts: [], failure: error.message };
  } finally {
    client.close();
  }
}

const parseMinor = (amount: string | number): bigint => BigInt(String(amount).replace(".", ""));

const formatMinor = (minor: bigint): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Shows the accounts of all banks, and the sum of each currency. */
function show(readings: readonly BankReading[]): void {
  const accounts = readings.flatMap((reading) => reading.accounts);
  for (const { bank, name, number, balanceMinor, currency } of accounts) {
    const balance = formatMinor(balanceMinor).padStart(12);
    console.log(`${bank.padEnd(24)}${number}  ${name.padEnd(12)}${balance} ${currency}`);
  }
  for (const { bank, failure } of readings) {
    if (failure !== undefined) console.log(`${bank.padEnd(24)}missing: ${failure}`);
  }
  const answered = readings.filter(({ failure }) => failure === undefined).length;
  for (const currency of new Set(accounts.map((account) => account.currency))) {
    const sum = accounts
      .filter((account) => account.currency === currency)
      .reduce((minor, { balanceMinor }) => minor + balanceMinor, 0n);
    console.log(`Sum at ${answered} of ${readings.length} banks: ${formatMinor(sum)} ${currency}`);
  }
}

const identity = await makeCertificate();
const readings: BankReading[] = [];
// One bank after the other, because a PSU approves at one at a time.
for (const bank of banks) readings.push(await readBank(bank, identity));
show(readings);
process.exitCode = readings.every(({ failure }) => failure === undefined) ? 0 : 1;
