// Keeps a correct copy of every account of a PSU, with the SDK, @varde/tpp.
//
// Banks differ in how they show account data: ids of pending entries change, purchases are booked
// with another amount or another date than they were reserved with, entries appear days late. The
// copy is right at all of them, because it relies on four facts and on nothing else:
//
// 1. A booked entry has an id, never changes and never disappears.
// 2. A pending entry has no identity. Whatever it becomes, the whole list is replaced each time.
// 3. A booked entry may appear with any date, past or future, so each run reads the whole window
//    of 90 days again, without an end.
// 4. The booked balance is the sum of the booked entries. A run that finds a difference reads again.
//
// Start the sandbox with all that it can imitate, then run this in a second terminal:
//
//   VARDE_HISTORY=continues VARDE_PROFILES=pending-ids,pending-amounts,pending-merged,\
//     card-month-end,back-dated,reversals,names-cut,late-details npm start
//   npm run -s node -- examples/dedupe.ts
//
// Advance the clock in the console, and press Enter to update the copy.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import {
  createTppClient,
  type Psu,
  readIdentityFiles,
  ScaRequiredError,
  type TppClient,
  TppError,
  type TppIdentity,
} from "@varde/tpp";

/** An entry of an account or a card account, as far as the copy needs it. */
export interface Entry {
  /** Set for a booked entry. */
  readonly id: string | undefined;
  readonly amountMinor: bigint;
  readonly date: string;
  readonly text: string;
}

/** The copy of one account. A real client stores it in a database, booked entries by their id. */
export interface AccountCopy {
  readonly booked: Map<string, Entry>;
  pending: readonly Entry[];
  /** The balance before the first entry of the copy; known after the first update. */
  openingMinor: bigint | undefined;
}

/** Reads one account from the bank. */
export interface AccountSource {
  readonly name: string;
  listEntries(): Promise<{ readonly booked: readonly Entry[]; readonly pending: readonly Entry[] }>;
  readBookedMinor(): Promise<bigint>;
}

/** The result of an update. */
export interface Update {
  readonly name: string;
  readonly added: readonly Entry[];
  readonly pending: number;
  readonly bookedMinor: bigint;
}

/** Without the PSU, the bank allows four reads a day. */
const attemptsMax = 2;

export const createCopy = (): AccountCopy => ({
  booked: new Map(),
  pending: [],
  openingMinor: undefined,
});

/** Brings a copy up to date. Throws if it differs from the balance, which must never happen. */
export async function updateCopy(copy: AccountCopy, source: AccountSource): Promise<Update> {
  for (let attempt = 1; ; attempt += 1) {
    const { booked, pending } = await source.listEntries();
    const bookedMinor = await source.readBookedMinor();
    const added = booked.filter(({ id = "" }) => !copy.booked.has(id));
    const known = [...copy.booked.values(), ...added];
    const openingMinor = copy.openingMinor ?? bookedMinor - sumMinor(known);
    if (openingMinor + sumMinor(known) === bookedMinor) {
      for (const entry of added) copy.booked.set(entry.id ?? "", entry);
      copy.pending = pending;
      copy.openingMinor = openingMinor;
      return { name: source.name, added, pending: pending.length, bookedMinor };
    }
    // Something may have been booked between the two reads.
    if (attempt === attemptsMax) {
      throw new Error(`The copy of ${source.name} differs from its balance.`);
    }
  }
}

const sumMinor = (entries: readonly Entry[]): bigint =>
  entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** Returns the accounts and card accounts that the PSU has given access to. */
export async function listSources(client: TppClient, psu: Psu): Promise<readonly AccountSource[]> {
  const { accounts } = await client.accounts.list(psu);
  const { cardAccounts } = await client.cardAccounts.list(psu);
  // From here on the PSU need not be present.
  const absent = psu.absent();
  return [
    ...accounts.map(({ resourceId, name }) => accountSource(client, absent, resourceId, name)),
    ...cardAccounts.map(({ resourceId, name }) => cardSource(client, absent, resourceId, name)),
  ];
}

/** Both kinds of entries, of the last 90 days and of all days to come. */
const wholeWindow = { bookingStatus: "both" } as const;

const accountSource = (client: TppClient, psu: Psu, id: string, name = id): AccountSource => ({
  name,
  listEntries: async () => {
    const entries = client.accounts.transactions(id, psu, wholeWindow);
    return sortEntries(entries, (one) => ({
      id: one.transactionId,
      amountMinor: parseMinor(one.transactionAmount.amount),
      date: one.bookingDate ?? "",
      // The name may be cut, or only in the remittance: it is text for people, never a key.
      text: one.creditorName ?? one.debtorName ?? one.remittanceInformationUnstructured ?? "",
    }));
  },
  readBookedMinor: async () => findBooked((await client.accounts.balances(id, psu)).balances),
});

const cardSource = (client: TppClient, psu: Psu, id: string, name = id): AccountSource => ({
  name,
  listEntries: async () => {
    const entries = client.cardAccounts.transactions(id, psu, wholeWindow);
    return sortEntries(entries, (one) => ({
      id: one.cardTransactionId,
      amountMinor: parseMinor(one.transactionAmount.amount),
      date: one.transactionDate ?? one.bookingDate ?? "",
      text: one.transactionDetails ?? "",
    }));
  },
  readBookedMinor: async () => findBooked((await client.cardAccounts.balances(id, psu)).balances),
});

interface Balance {
  readonly balanceType: string;
  readonly balanceAmount: { readonly amount: string | number };
}

/** The booked balance of now; banks use one of two names for it. */
const bookedTypes = ["interimBooked", "closingBooked"];

const findBooked = (balances: readonly Balance[] = []): bigint => {
  const booked = balances.find(({ balanceType }) => bookedTypes.includes(balanceType));
  if (booked === undefined) throw new Error("The bank shows no booked balance.");
  return parseMinor(booked.balanceAmount.amount);
};

/** Divides a listing into its two lists. The id of a pending entry is dropped: it may change. */
const sortEntries = async <One extends { readonly bookingStatus: "booked" | "pending" }>(
  listing: AsyncIterable<One>,
  read: (one: One) => Entry,
) => {
  const booked: Entry[] = [];
  const pending: Entry[] = [];
  for await (const one of listing) {
    if (one.bookingStatus === "booked") booked.push(read(one));
    else pending.push({ ...read(one), id: undefined });
  }
  return { booked, pending };
};

/** Reads an amount exactly; a number with a fraction would add up to something else. */
const parseMinor = (amount: string | number): bigint => BigInt(String(amount).replace(".", ""));

/** Makes a key and a self-signed certificate, which only a sandbox accepts. */
async function makeCertificate(): Promise<TppIdentity> {
  const folder = mkdtempSync(join(tmpdir(), "tpp-"));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  try {
    const newKey = ["-newkey", "rsa:2048", "-nodes", "-keyout", keyFile];
    const newCertificate = ["-days", "90", "-subj", "/O=My TPP/CN=my-tpp", "-out", certificateFile];
    execFileSync("openssl", ["req", "-x509", ...newKey, ...newCertificate], { stdio: "pipe" });
    return await readIdentityFiles(certificateFile, keyFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asks the PSU for consent: prints the link, and waits for the browser to come back. */
async function identifyPsu(client: TppClient): Promise<Psu> {
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
Open this link in a browser, identify as Kari (customer number 03848420491) and approve:
  ${error.scaRedirect}
`);
    const [request] = await once(server, "request");
    psu.remember(`http://127.0.0.1${request.url}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return psu;
}

const show = ({ name, added, pending, bookedMinor }: Update): void =>
  console.log(`${name}: ${added.length} new, ${pending} pending, balance ${bookedMinor} matches`);

async function main(bank: string): Promise<void> {
  const client = createTppClient({ bank: { baseUrl: bank }, identity: await makeCertificate() });
  try {
    const sources = await listSources(client, await identifyPsu(client));
    const copies = sources.map((source) => ({ source, copy: createCopy() }));
    const update = async () => {
      for (const { source, copy } of copies) show(await updateCopy(copy, source));
      console.log("Press Enter to update, Ctrl-D to end.");
    };
    await update();
    for await (const _ of createInterface({ input: process.stdin })) await update();
  } catch (error) {
    // The bank refused, or could not be reached; the message says which and why.
    if (!(error instanceof TppError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    client.close();
  }
}

if (import.meta.main) await main(process.env.VARDE_BANK ?? "http://127.0.0.1:8080");
