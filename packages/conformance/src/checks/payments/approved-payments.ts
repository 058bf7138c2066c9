import { randomUUID } from "node:crypto";
import {
  describeResponse,
  isAccepted,
  isRefused,
  linkOf,
  textAt,
  valueAt,
} from "../../wire/exchange.ts";
import { type Check, NotProven, type Scene } from "../check.ts";
import { listAccounts } from "../read-accounts.ts";
import {
  createOwnPayment,
  creationHeaders,
  domesticBody,
  domesticPath,
  type OwnResource,
  paidBody,
  pathFromLink,
  psuHeaders,
  readFor,
  readStatus,
} from "../request-kinds.ts";
import { flowsIn } from "../rows.ts";

const flow = flowsIn("PAY");

const instantPath = "/v1/payments/instant-norwegian-domestic-credit-transfers-straks";

/** Statuses of a payment that the bank has not tried to carry out yet. */
const waitingStatuses = ["RCVD", "PATC", "ACTC", "ACWC", "PDNG"];

/** Creates a payment of more money than the debtor account has. */
export const createUnfunded = async (scene: Scene): Promise<OwnResource> => {
  const accounts = await listAccounts(scene);
  const debtor = accounts.find(({ bban }) => bban === scene.bank.debtor.bban);
  scene.precondition(debtor !== undefined, "the debtor account is not listed");
  const read = await readFor(scene, `/v1/accounts/${debtor?.id}/balances`);
  const balances = valueAt(read, "balances");
  const amounts = Array.isArray(balances)
    ? balances.map((balance) => Number(balance?.balanceAmount?.amount))
    : [];
  const most = Math.max(...amounts, 0);
  if (amounts.length === 0 || Number.isNaN(most)) {
    throw new NotProven(`the balance cannot be read: ${describeResponse(read)}`);
  }
  const amount = `${Math.ceil(most) + 100_000}.00`;
  const body = { ...domesticBody(scene), instructedAmount: { amount, currency: "NOK" } };
  return createOwnPayment(scene, { body });
};

const reportsMissingFunds = async (scene: Scene): Promise<void> => {
  const { path } = await createUnfunded(scene);
  const back = await scene.approve(path);
  const read = await readFor(scene, `${path}/status`);
  const status = textAt(read, "transactionStatus") ?? describeResponse(read);
  scene.precondition(!waitingStatuses.includes(status), `the payment still waits: ${status}`);
  scene.must(status === "ACCP", `transactionStatus is ${status}, not ACCP`);
  const funds = valueAt(read, "fundsAvailable");
  scene.must(funds === false, `fundsAvailable is ${funds}, not false`);
  const isReported =
    textAt(read, "tppMessages", 0, "code") !== undefined || back.searchParams.has("code");
  scene.must(isReported, "neither the status nor the redirect contains an error");
};

/** The SCA is refused at the end, so that nothing is paid. */
const needsOwnSca = async (scene: Scene): Promise<void> => {
  const accounts = await readFor(scene, "/v1/user");
  scene.precondition(isAccepted(accounts), `the session: ${describeResponse(accounts)}`);
  const { path } = await createOwnPayment(scene);
  const before = await readStatus(scene, path);
  scene.must(before === "RCVD", `without an SCA of its own the payment is ${before}`);
  const link = await scene.startApproval(path);
  const started = await readStatus(scene, path);
  scene.must(started === before, `as soon as the SCA has started, the payment is ${started}`);
  await scene.completeSca(link, { decision: "refuse" });
  const refused = await readStatus(scene, path);
  const isUnsigned = ["RCVD", "RJCT", "CANC"].includes(refused);
  scene.must(isUnsigned, `after the PSU refused, the payment is ${refused}`);
};

const acceptsSingleSca = async (scene: Scene): Promise<void> => {
  const { "PSU-ID": known, ...rest } = creationHeaders(scene);
  const session = randomUUID();
  const headers = { ...rest, "TPP-Session-ID": session, "PSU-Context": "PRIVATE" };
  const body = paidBody(scene);
  const made = await scene.send({ method: "POST", path: domesticPath, headers, body });
  const link = linkOf(made, "scaRedirect");
  const id = textAt(made, "paymentId");
  scene.must(isAccepted(made) && id !== undefined, describeResponse(made));
  scene.must(link !== undefined, "the response has no link scaRedirect");
  if (link === undefined || id === undefined) return;
  const path = pathFromLink(linkOf(made, "self")) ?? `${domesticPath}/${id}`;
  const back = await scene.approve(path, [], link);
  const psuId = back.searchParams.get("psu-id");
  scene.must(psuId === known, "the redirect does not contain the PSU-ID of this PSU");
  const status = await readStatus(scene, path);
  scene.must(!["RCVD", "RJCT", "CANC"].includes(status), `after the SCA the payment is ${status}`);
};

const changesStatus = async (scene: Scene): Promise<void> => {
  const { path } = await createOwnPayment(scene, { body: paidBody(scene) });
  const before = await readStatus(scene, path);
  scene.must(before === "RCVD", `a new payment is ${before}, not RCVD`);
  await scene.approve(path);
  const after = await readStatus(scene, path);
  const expected = ["ACTC", "ACWC", "PATC", "PDNG", "ACSP", "ACWP", "ACSC"];
  scene.must(expected.includes(after), `an approved payment is ${after}`);
  scene.note(`${before}, then ${after}`);
};

const refusesDeletionWhilePending = async (scene: Scene): Promise<void> => {
  const { path } = await createPending(scene);
  const deleted = await scene.send({ method: "DELETE", path, headers: psuHeaders(scene) });
  scene.must(isRefused(deleted), `${describeResponse(deleted)}, not refused`);
  const after = await readStatus(scene, path);
  scene.must(after !== "CANC", "the payment is CANC although it was PDNG");
  scene.note(describeResponse(deleted));
};

/** Creates and approves an instant payment that stays PDNG. */
export const createPending = async (scene: Scene): Promise<OwnResource> => {
  const creditorAccount = { bban: scene.bank.pendingPayee?.bban, currency: "NOK" };
  const body = { ...paidBody(scene), creditorAccount };
  const made = await createOwnPayment(scene, { body, path: instantPath });
  await scene.approve(made.path);
  const status = await readStatus(scene, made.path);
  scene.precondition(status === "PDNG", `the payment is ${status}, not PDNG`);
  return made;
};

/** Checks of payments that the PSU approves or refuses. */
// biome-ignore format: rows of a table
export const approvedPayments: readonly Check[] = [
  // Only in a sandbox: an account may have a credit line that its balances do not show.
  flow("pay-no-funds", "STA-02 STA-03 ERR-06", "reports missing funds as ACCP, with an error",
    reportsMissingFunds, { needs: ["approval", "money", "sandbox"], approvals: 1 }),
  flow("pay-dynamic-linking", "LIM-05", "signs a payment only with an SCA of its own",
    needsOwnSca, { needs: ["approval"], refusals: 1 }),
  flow("pay-single-sca", "HDR-21 SCA-30", "identifies and approves with one SCA if PSU-Context is sent",
    acceptsSingleSca,
    { needs: ["approval", "money"], approvals: 1, phase: "sessions", shouldRules: ["HDR-28"] }),
  flow("pay-approved", "STA-10", "changes the status of an approved payment as published",
    changesStatus, { needs: ["approval", "money"], approvals: 1 }),
  flow("pay-pdng", "STA-04", "refuses to delete a payment that is PDNG",
    refusesDeletionWhilePending, { needs: ["approval", "money", "pending-payee"], approvals: 1 }),
];
