import type { Exchange } from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { createPending } from "../payments/approved-payments.ts";
import {
  bookedPath,
  daysAgo,
  listAccounts,
  pagePath,
  readTransactions,
  transactionsIn,
} from "../read-accounts.ts";
import { flowsIn } from "../rows.ts";

const flow = flowsIn("PAG");

const pageMax = 200;
const walkedPagesMax = 60;

const idsOn = (page: Exchange): readonly string[] =>
  transactionsIn(page).map(({ transactionId }) => String(transactionId));

const pagesBy200 = async (scene: Scene): Promise<void> => {
  const psu = await scene.companyPsu();
  const accounts = await listAccounts(scene, psu);
  const named = accounts.find(({ bban }) => bban === scene.bank.company?.debtor);
  const { id } = named ?? accounts[0];
  const page = await readTransactions(scene, bookedPath(scene, id), psu);
  const count = idsOn(page).length;
  const next = pagePath(page, "next");
  scene.must(count <= pageMax, `a page has ${count} transactions`);
  if (count > pageMax) return;
  scene.precondition(next !== undefined, `the account has only ${count} transactions`);
  scene.must(count === pageMax, `a page that is not the last has ${count} transactions`);
  for (const name of ["first", "next", "last"]) {
    const path = pagePath(page, name);
    const isExplicit = path === undefined || /[?&]limit=200(?:&|$)/.test(path);
    scene.must(isExplicit, `the link ${name} does not contain limit=200`);
  }
};

const walksEachOnce = async (scene: Scene): Promise<void> => {
  const account = await scene.accountId();
  const whole = await readTransactions(scene, bookedPath(scene, account, "&limit=1000"));
  const all = idsOn(whole);
  scene.precondition(all.length > 1, "the account has too few transactions for two pages");
  const limit = Math.max(1, Math.ceil(all.length / 8));
  const walked: string[] = [];
  let pages = 0;
  let path: string | undefined = bookedPath(scene, account, `&limit=${limit}`);
  while (path !== undefined && pages < walkedPagesMax) {
    const page: Exchange = await readTransactions(scene, path);
    walked.push(...idsOn(page));
    pages += 1;
    path = pagePath(page, "next");
  }
  scene.must(pages > 1, "the first page has no link next");
  scene.must(path === undefined, `the links next do not end after ${walkedPagesMax} pages`);
  scene.must(new Set(walked).size === walked.length, "a transaction is on two pages");
  const missing = all.filter((id) => !walked.includes(id)).length;
  scene.must(missing === 0, `${missing} of ${all.length} transactions are on no page`);
  scene.note(`${walked.length} transactions on ${pages} pages`);
};

const selects = async (scene: Scene): Promise<void> => {
  const account = await scene.accountId();
  const whole = await readTransactions(scene, bookedPath(scene, account));
  const all = idsOn(whole);
  scene.precondition(all.length >= 6, `the account has only ${all.length} transactions`);
  const read = (query: string) => readTransactions(scene, bookedPath(scene, account, query));
  const first = idsOn(await read("&limit=3"));
  scene.must(first.length === 3, `limit=3 returns ${first.length} transactions`);
  const second = idsOn(await read("&limit=3&offset=3"));
  const isNext = second.join() === all.slice(3, 6).join();
  scene.must(isNext, "offset=3 does not return the transactions after the third");
  const date = String(transactionsIn(whole)[Math.floor(all.length / 2)]?.bookingDate);
  const days = `/v1/accounts/${account}/transactions?bookingStatus=booked`;
  const path = `${days}&dateFrom=${date}&dateTo=${date}`;
  const dates = transactionsIn(await readTransactions(scene, path)).map((each) => each.bookingDate);
  scene.must(dates.length > 0, "a day with transactions returns none");
  const isWithin = dates.every((each) => each === date);
  scene.must(isWithin, "dateFrom and dateTo return transactions of other days");
};

const returnsAllPending = async (scene: Scene): Promise<void> => {
  const { bank, options } = scene;
  const accounts = await listAccounts(scene);
  const { id } = accounts.find(({ bban }) => bban === bank.debtor.bban) ?? accounts[0];
  const pending = async (query: string) => {
    const path = `/v1/accounts/${id}/transactions?bookingStatus=both${query}`;
    return transactionsIn(await readTransactions(scene, path), "pending").length;
  };
  let all = await pending("");
  const mayCreate = options.money === "approve" && bank.sca !== undefined;
  while (all < 2 && mayCreate && bank.pendingPayee !== undefined) {
    await createPending(scene);
    const more = await pending("");
    scene.precondition(more > all, "a payment that is PDNG is not a pending transaction");
    all = more;
  }
  scene.precondition(all >= 2, `the account has ${all} pending transactions; this needs two`);
  const from = daysAgo(scene, 60);
  const shown = await pending(`&limit=1&dateFrom=${from}&dateTo=${daysAgo(scene, 30)}`);
  const seen = `${shown} of ${all} pending transactions with dateTo 30 days ago and limit 1`;
  // A sandbox may filter them.
  scene.must(shown === all || bank.kind === "sandbox", seen);
  scene.note(seen);
};

/** Checks of the pages of a list of transactions. */
// biome-ignore format: rows of a table
export const pageFlows: readonly Check[] = [
  flow("pag-default", "LIM-15 LIM-16", "returns 200 transactions a page, with limit=200 in the links",
    pagesBy200, { needs: ["approval", "company"], phase: "sessions", gate: "gate-sca" }),
  flow("pag-walk", "END-17", "returns each transaction once by following next", walksEachOnce,
    { gate: "gate-sca" }),
  flow("pag-limit", "END-17", "selects transactions by limit, offset, dateFrom and dateTo", selects,
    { gate: "gate-sca" }),
  flow("pag-pending", "LIM-17 LIM-18", "returns all pending transactions, except that a sandbox may filter",
    returnsAllPending, { gate: "gate-sca" }),
];
