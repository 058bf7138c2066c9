import type { Links } from "@varde/protocol";
import type { BankAddress } from "./http/bank-address.ts";
import type { CallInput } from "./http/call-operation.ts";
import { TppError } from "./tpp-error.ts";

/** Reads page after page along the links named next. */
export const walkPages = async function* <Page>(
  first: CallInput & { readonly target: string },
  read: (input: CallInput) => Promise<Page>,
  linksOf: (page: Page) => Links | undefined,
  address: BankAddress,
): AsyncGenerator<Page, void, undefined> {
  const seen = new Set<string>();
  for (let target: string | undefined = first.target; target !== undefined; ) {
    if (seen.has(target)) throw new TppError(`The pages go in a circle at ${target}`);
    seen.add(target);
    const page: Page = await read({ ...first, target });
    yield page;
    const next: string | undefined = linksOf(page)?.next?.href;
    target = next === undefined ? undefined : address.targetOfLink(next, target);
  }
};

/** One entry of a listing, with the list it stood in. */
export type Listed<Entry> = Entry & { readonly bookingStatus: "booked" | "pending" };

interface Lists<Entry> {
  readonly booked?: readonly Entry[];
  readonly pending?: readonly Entry[];
}

/**
 * Reads entry after entry. A bank may repeat every pending entry on each page (LIM-17), so a
 * pending one that was given before is passed over.
 */
export const walkEntries = async function* <Page, Entry>(
  pages: AsyncIterable<Page>,
  listsOf: (page: Page) => Lists<Entry>,
  idOf: (entry: Entry) => string | undefined,
): AsyncGenerator<Listed<Entry>, void, undefined> {
  const given = new Set<string>();
  for await (const page of pages) {
    const { booked = [], pending = [] } = listsOf(page);
    const fresh = pending.filter((entry) => !given.has(keyOf(entry, idOf)));
    for (const entry of pending) given.add(keyOf(entry, idOf));
    for (const entry of fresh) yield { ...entry, bookingStatus: "pending" };
    for (const entry of booked) yield { ...entry, bookingStatus: "booked" };
  }
};

const keyOf = <Entry>(entry: Entry, idOf: (entry: Entry) => string | undefined): string =>
  idOf(entry) ?? JSON.stringify(entry);
