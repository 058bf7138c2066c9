import { isRecord } from "@varde/protocol";
import {
  describeResponse,
  isAccepted,
  jsonOf,
  linkOf,
  statusOf,
  textAt,
  valueAt,
} from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { listValues } from "../passive/json-values.ts";
import {
  accountsIn,
  bookedPath,
  daysAgo,
  readTransactions,
  transactionsIn,
} from "../read-accounts.ts";
import { pathFromLink, psuHeaders, readFor } from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";

const flow = flowsIn("AIS");

const asksForSca = async (scene: Scene): Promise<void> => {
  const { "PSU-ID": _, "TPP-Session-ID": __, ...headers } = psuHeaders(scene);
  const refused = await scene.send({ method: "GET", path: "/v1/accounts", headers });
  scene.must(statusOf(refused) === 401, `${describeResponse(refused)}, not 401`);
  scene.must(linkOf(refused, "scaRedirect") !== undefined, "the response has no scaRedirect");
};

const listsAccounts = async (scene: Scene): Promise<void> => {
  const inSession = await readFor(scene, "/v1/accounts");
  const accounts = accountsIn(inSession);
  scene.precondition(accounts.length > 0, `no account is listed: ${describeResponse(inSession)}`);
  const { "TPP-Session-ID": _, ...headers } = psuHeaders(scene);
  const listed = await scene.send({ method: "GET", path: "/v1/accounts", headers });
  scene.must(isAccepted(listed), `without TPP-Session-ID: ${describeResponse(listed)}`);
  const ids = accountsIn(listed).map(({ id }) => id);
  const isSame = accounts.every(({ id }) => ids.includes(id)) && ids.length === accounts.length;
  scene.must(isSame, "without TPP-Session-ID other accounts are listed");
  scene.note(`${accounts.length} accounts`);
};

/** The SCA of /v1/accounts also asks for consent, and the PSU approves it. */
const grantsConsent = async (scene: Scene): Promise<void> => {
  const listed = await readFor(scene, "/v1/accounts", await scene.identify());
  const seen = describeResponse(listed);
  scene.precondition(statusOf(listed) !== 403, `the TPP may not read accounts: ${seen}`);
  scene.must(accountsIn(listed).length > 0, `no account is listed after the SCA: ${seen}`);
};

const returnsBalances = async (scene: Scene): Promise<void> => {
  const read = await readFor(scene, `/v1/accounts/${await scene.accountId()}/balances`);
  scene.must(isAccepted(read), describeResponse(read));
  const balances = valueAt(read, "balances");
  scene.must(Array.isArray(balances) && balances.length > 0, "the response has no balances");
  const isWhole = (balance: unknown) =>
    isRecord(balance) &&
    typeof balance.balanceType === "string" &&
    isRecord(balance.balanceAmount) &&
    balance.balanceAmount.amount !== undefined;
  const all = Array.isArray(balances) ? balances : [];
  scene.must(all.every(isWhole), "a balance lacks balanceType or balanceAmount");
};

const acceptsBookingStatus = async (scene: Scene): Promise<void> => {
  const id = await scene.accountId();
  const path = (status: string) => `/v1/accounts/${id}/transactions?bookingStatus=${status}`;
  await readTransactions(scene, path("booked"));
  for (const status of ["both", "pending", "all"]) {
    const read = await readFor(scene, path(status));
    scene.must(isAccepted(read), `bookingStatus ${status}: ${describeResponse(read)}`);
    const lists = status === "pending" ? ["pending"] : ["booked", "pending"];
    // A bank may leave out an empty list, but not show one that was not asked for.
    const shown = ["booked", "pending"].filter((kind) =>
      Array.isArray(valueAt(read, "transactions", kind)),
    );
    const isRight = shown.every((kind) => lists.includes(kind));
    scene.must(isRight, `bookingStatus ${status} lists ${shown.join(" and ")}`);
  }
};

const keepsTransactions = async (scene: Scene): Promise<void> => {
  const path = bookedPath(scene, await scene.accountId(), `&dateTo=${daysAgo(scene, 1)}`);
  const first = transactionsIn(await readTransactions(scene, path));
  scene.precondition(first.length > 0, "the account has no booked transactions");
  const second = transactionsIn(await readTransactions(scene, path));
  const byId = new Map(second.map((each) => [each.transactionId, each]));
  const ids = new Set(first.map(({ transactionId }) => transactionId));
  scene.must(!ids.has(undefined), "a booked transaction has no transactionId");
  scene.must(ids.size === first.length, "two booked transactions have one transactionId");
  const text = ({ _links: _, ...fields }: Readonly<Record<string, unknown>>) =>
    JSON.stringify(fields);
  const changed = first.filter((each) => {
    const again = byId.get(each.transactionId);
    return again === undefined || text(again) !== text(each);
  });
  scene.must(changed.length === 0, `${changed.length} transactions changed between two reads`);
  scene.note(`${first.length} transactions`);
};

const returnsDetails = async (scene: Scene): Promise<void> => {
  const account = await scene.accountId();
  const listed = await readTransactions(scene, bookedPath(scene, account));
  const [first] = transactionsIn(listed);
  scene.precondition(first !== undefined, "the account has no booked transactions");
  const link = textAt(listed, "transactions", "booked", 0, "_links", "transactionDetails", "href");
  const own = `/v1/accounts/${account}/transactions/${String(first?.transactionId)}`;
  const read = await readFor(scene, pathFromLink(link) ?? own);
  scene.must(isAccepted(read), describeResponse(read));
  const amount = valueAt(read, "transactionsDetails", "transactionAmount");
  const isSame = JSON.stringify(amount) === JSON.stringify(first?.transactionAmount);
  scene.must(isSame, "the details have another transactionAmount than the list");
  const id = textAt(read, "transactionsDetails", "transactionId");
  scene.must(id === undefined || id === first?.transactionId, "the details have another id");
};

/** The older path is preferred: the rules are about it. */
const consentPaths = ["/v1/consents", "/v1/bank-offered-consents"];

const offersConsent = async (scene: Scene): Promise<void> => {
  const post = (path: string, body: object) =>
    scene.send({ method: "POST", path, headers: psuHeaders(scene), body });
  let offered = await post("/v1/consents", {});
  let served = "/v1/consents";
  for (const path of consentPaths.slice(1)) {
    if (isAccepted(offered)) break;
    served = path;
    offered = await post(path, {});
  }
  scene.precondition(isAccepted(offered), describeResponse(offered));
  scene.must(linkOf(offered, "scaRedirect") !== undefined, "the response has no scaRedirect");
  const body = jsonOf(offered);
  const more = isRecord(body)
    ? Object.keys(body).filter((name) => !["_links", "tppMessages"].includes(name))
    : [];
  scene.must(more.length === 0, `the response also has ${more.join(", ")}`);
  const ignored = await post(served, { access: "none", validUntil: 7 });
  scene.must(isAccepted(ignored), `with a body: ${describeResponse(ignored)}`);
};

const amountsIn = (exchange: Parameters<typeof jsonOf>[0]) =>
  listValues(jsonOf(exchange)).filter(
    ({ name, value }) => name === "amount" && (typeof value !== "object" || value === null),
  );

/** Checks of account information. */
// biome-ignore format: rows of a table
export const accountFlows: readonly Check[] = [
  flow("ais-401", "GEN-13", "refuses accounts without consent with 401 and scaRedirect",
    asksForSca, { gate: "gate-sca" }),
  flow("ais-granted", "SCA-10", "lists the accounts that the PSU grants during SCA", grantsConsent,
    { gate: "gate-sca", needs: ["approval"], approvals: 1, phase: "sessions" }),
  flow("ais-list", "GEN-14 END-13", "lists the consented accounts, also without TPP-Session-ID",
    listsAccounts, { gate: "gate-sca" }),
  flow("ais-balances", "END-14", "returns the balances of an account", returnsBalances,
    { gate: "gate-sca" }),
  flow("ais-booking-status", "END-16 VER-10", "accepts bookingStatus both, pending and all",
    acceptsBookingStatus, { gate: "gate-sca" }),
  flow("ais-stable-ids", "STA-08 STA-06", "returns booked transactions unchanged, with stable ids",
    keepsTransactions, { gate: "gate-sca" }),
  flow("ais-details", "END-24 VER-09", "returns the details of a transaction", returnsDetails,
    { gate: "gate-sca" }),
  flow("ais-consents", "END-20 END-21", "ignores the body of a consent and returns an SCA redirect",
    offersConsent, { gate: "gate-sca" }),
  {
    kind: "passive", id: "ais-amount-strings", group: "AIS", rules: ["VER-04"], gate: "gate-sca",
    says: "writes amounts as strings",
    appliesTo: (exchange) => isAccepted(exchange) && amountsIn(exchange).length > 0,
    fault: (exchange) => {
      const number = amountsIn(exchange).find(({ value }) => typeof value !== "string");
      return number === undefined ? undefined : "an amount is not a string";
    },
  },
];
