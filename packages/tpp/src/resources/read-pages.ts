import type { Links } from "@varde/protocol";
import type { BankAddress } from "../http/bank-address.ts";
import type { CallInput } from "../http/call-operation.ts";
import { TppError } from "../tpp-error.ts";

/** Yields pages by following their `next` links. */
export const readPages = async function* <Page>(
  first: CallInput & { readonly target: string },
  read: (input: CallInput) => Promise<Page>,
  getLinks: (page: Page) => Links | undefined,
  address: BankAddress,
): AsyncGenerator<Page, void, undefined> {
  const visited = new Set<string>();
  for (let target: string | undefined = first.target; target !== undefined; ) {
    if (visited.has(target))
      throw new TppError(`The next links of the bank form a loop at ${target}`);
    visited.add(target);
    const page: Page = await read({ ...first, target });
    yield page;
    const next: string | undefined = getLinks(page)?.next?.href;
    target = next === undefined ? undefined : address.resolveLink(next, target);
  }
};

/** An entry of a listing, with the booking status of its list. */
export type Listed<Entry> = Entry & { readonly bookingStatus: "booked" | "pending" };

interface Lists<Entry> {
  readonly booked?: readonly Entry[];
  readonly pending?: readonly Entry[];
}

/**
 * Yields the entries of pages. A bank may repeat every pending entry on each page (LIM-17), so each
 * pending entry is yielded once.
 */
export const readEntries = async function* <Page, Entry>(
  pages: AsyncIterable<Page>,
  getLists: (page: Page) => Lists<Entry>,
  getId: (entry: Entry) => string | undefined,
): AsyncGenerator<Listed<Entry>, void, undefined> {
  const yielded = new Set<string>();
  for await (const page of pages) {
    const { booked = [], pending = [] } = getLists(page);
    const fresh = pending.filter((entry) => !yielded.has(entryKey(entry, getId)));
    for (const entry of pending) yielded.add(entryKey(entry, getId));
    for (const entry of fresh) yield { ...entry, bookingStatus: "pending" };
    for (const entry of booked) yield { ...entry, bookingStatus: "booked" };
  }
};

const entryKey = <Entry>(entry: Entry, getId: (entry: Entry) => string | undefined): string =>
  getId(entry) ?? JSON.stringify(entry);
