import {
  codeOf,
  describeResponse,
  type Exchange,
  headerOf,
  isAccepted,
  isRefused,
  statusOf,
} from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { daysAgo, listAccounts, readTransactions, transactionsIn } from "../read-accounts.ts";
import { readFor, readUnattended } from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";

const flow = flowsIn("QUO");

const callsMax = 4;

const quotaPath = ({ bank }: Scene, list: "balances" | "transactions"): string =>
  `/v1/accounts/${bank.quotaAccount}/${list}`;

const allowsFour =
  (list: "balances" | "transactions") =>
  async (scene: Scene): Promise<void> => {
    const path = quotaPath(scene, list);
    for (let call = 1; call <= callsMax; call += 1) {
      const read = await readUnattended(scene, path);
      const seen = `call ${call} without the PSU: ${describeResponse(read)}`;
      scene.precondition(isAccepted(read), `${seen}; the calls may have been used up before`);
    }
    const fifth = await readUnattended(scene, path);
    scene.must(isRefused(fifth), `the fifth call: ${describeResponse(fifth)}, not refused`);
    const isNamed = statusOf(fifth) === 429 && codeOf(fifth) === "ACCESS_EXCEEDED";
    scene.should(isNamed, `${describeResponse(fifth)}, not 429 ACCESS_EXCEEDED`);
    const wait = headerOf(fifth.response, "retry-after");
    scene.should(wait !== undefined, "the refusal has no Retry-After");
  };

/** The details of one transaction count too, so they are refused when the calls are used up. */
const countsDetails = async (scene: Scene): Promise<void> => {
  const path = quotaPath(scene, "transactions");
  const listed = await readTransactions(scene, `${path}?bookingStatus=booked`);
  const [first] = transactionsIn(listed);
  scene.precondition(first !== undefined, "quotaAccount has no booked transactions");
  await allowsFour("transactions")(scene);
  const details = await readUnattended(scene, `${path}/${String(first?.transactionId)}`);
  scene.must(isRefused(details), `the details then: ${describeResponse(details)}, not refused`);
};

/** Uses another account than the quota's, whose calls are used up. */
const shows90Days = async (scene: Scene): Promise<void> => {
  const accounts = await listAccounts(scene);
  const account = accounts.find(({ id }) => id !== scene.bank.quotaAccount);
  scene.precondition(account !== undefined, "the PSU has no other account than quotaAccount");
  const from = `bookingStatus=booked&dateFrom=${daysAgo(scene, 200)}`;
  const path = `/v1/accounts/${account?.id}/transactions?${from}`;
  // Time zones: the ninetieth day itself may count or not.
  const limit = daysAgo(scene, 91);
  const isOld = ({ bookingDate }: Readonly<Record<string, unknown>>) => String(bookingDate) < limit;
  const old = transactionsIn(await readTransactions(scene, path)).filter(isOld);
  scene.precondition(old.length > 0, "the account has no transactions that are older");
  const read = await readUnattended(scene, path);
  const shown = transactionsIn(read).filter(isOld);
  scene.must(shown.length === 0, `${shown.length} transactions are older than 90 days`);
  scene.must(statusOf(read) < 500 && statusOf(read) > 0, describeResponse(read));
  scene.note(describeResponse(read));
};

const letsPresentPsuRead = async (scene: Scene): Promise<void> => {
  const path = quotaPath(scene, "balances");
  const before = await readFor(scene, path);
  scene.precondition(isAccepted(before), `quotaAccount: ${describeResponse(before)}`);
  let refused: Exchange | undefined;
  for (let call = 0; call <= callsMax && refused === undefined; call += 1) {
    const read = await readUnattended(scene, path);
    if (!isAccepted(read)) refused = read;
  }
  scene.must(refused !== undefined, "calls without PSU-IP-Address are not limited");
  const attended = await readFor(scene, path);
  scene.must(isAccepted(attended), `with PSU-IP-Address: ${describeResponse(attended)}`);
};

const terms = { needs: ["quota"], phase: "quota", gate: "gate-sca" } as const;

/** Checks that use up the calls without the PSU of an account. */
// biome-ignore format: rows of a table
export const quotaFlows: readonly Check[] = [
  flow("quo-balances", "LIM-09", "allows 4 reads of balances a day without the PSU",
    allowsFour("balances"), { ...terms, shouldRules: ["LIM-19", "LIM-20"] }),
  flow("quo-transactions", "LIM-11", "allows 4 reads of transactions a day without the PSU",
    countsDetails, { ...terms, shouldRules: ["LIM-20"] }),
  flow("quo-90-days", "LIM-12", "returns only transactions of the last 90 days without the PSU",
    shows90Days, terms),
  flow("quo-attended", "SCA-23 SCA-24", "does not limit the reads of a PSU who is present",
    letsPresentPsuRead, terms),
];
