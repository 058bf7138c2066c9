import { isRecord } from "@varde/protocol";
import { describeResponse, type Exchange, isAccepted, textAt, valueAt } from "../wire/exchange.ts";
import type { Psu, Scene } from "./check.ts";
import { pathFromLink, readFor } from "./request-kinds.ts";

/** An account as the list of accounts shows it. */
export interface ListedAccount {
  readonly id: string;
  readonly bban: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const records = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Returns the accounts of a list that are readable by their id. */
export const accountsIn = (listed: Exchange): readonly ListedAccount[] =>
  records(valueAt(listed, "accounts")).flatMap(({ resourceId, bban }) =>
    typeof resourceId === "string" ? [{ id: resourceId, bban }] : [],
  );

/** Lists the accounts that the PSU has consented to; not proven if there are none. */
export const listAccounts = async (
  scene: Scene,
  psu?: Psu,
): Promise<readonly [ListedAccount, ...ListedAccount[]]> => {
  const listed = await readFor(scene, "/v1/accounts", psu);
  const [first, ...more] = accountsIn(listed);
  if (first === undefined) {
    scene.precondition(false, `no account can be read: ${describeResponse(listed)}`);
  }
  return [first as ListedAccount, ...more];
};

const dayMs = 86_400_000;

/** Returns the date so many days ago, on the bank's clock. */
export const daysAgo = ({ clock }: Scene, days: number): string =>
  new Date(clock.now() - days * dayMs).toISOString().slice(0, 10);

/** Returns the path of an account's booked transactions of the last two years. */
export const bookedPath = (scene: Scene, account: string, query = ""): string =>
  `/v1/accounts/${account}/transactions?bookingStatus=booked&dateFrom=${daysAgo(scene, 730)}${query}`;

/** Returns the transactions of a response, booked or pending. */
export const transactionsIn = (
  read: Exchange,
  kind: "booked" | "pending" = "booked",
): readonly Fields[] => records(valueAt(read, "transactions", kind));

/** Reads transactions; not proven if the bank refuses. */
export const readTransactions = async (
  scene: Scene,
  path: string,
  psu?: Psu,
): Promise<Exchange> => {
  const read = await readFor(scene, path, psu);
  scene.precondition(isAccepted(read), `transactions: ${describeResponse(read)}`);
  return read;
};

/** Returns the path of another page; links are beside the list, or at the top. */
export const pagePath = (read: Exchange, name: string): string | undefined =>
  pathFromLink(
    textAt(read, "transactions", "_links", name, "href") ?? textAt(read, "_links", name, "href"),
  );
