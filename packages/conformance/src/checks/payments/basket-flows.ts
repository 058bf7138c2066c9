import { randomUUID } from "node:crypto";
import { eachAtMost } from "../../run/each-at-most.ts";
import {
  codeOf,
  describeResponse,
  type Exchange,
  isAccepted,
  isRefused,
  linkOf,
  statusOf,
  textAt,
  valueAt,
} from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import {
  bankDayAhead,
  basketsPath,
  createOwnPayment,
  creationHeaders,
  domesticBody,
  type OwnResource,
  paidBody,
  pathFromLink,
  psuHeaders,
  readFor,
  readStatus,
  requestKinds,
} from "../request-kinds.ts";
import { flowsIn, rowsOn } from "../rows.ts";
import { createUnfunded } from "./approved-payments.ts";

const flow = flowsIn("BSK");
const { refusesEach } = rowsOn("BSK", requestKinds.basket);

const bulkPath = "/v1/bulk-payments/norwegian-domestic-credit-transfers";
const periodicPath = "/v1/periodic-payments/norwegian-domestic-credit-transfers";
const basketStatuses = ["RCVD", "ACTC", "PATC", "RJCT"];
const paymentsAtATime = 8;

const createPayments = async (scene: Scene, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  const places = Array.from({ length: count }, (_, place) => place);
  await eachAtMost(paymentsAtATime, places, async () => {
    ids.push((await createOwnPayment(scene)).id);
  });
  return ids;
};

const postBasket = (scene: Scene, paymentIds: readonly string[]): Promise<Exchange> =>
  scene.send({
    method: "POST",
    path: basketsPath,
    headers: creationHeaders(scene),
    body: { paymentIds },
  });

/** Creates a basket as the control or the precondition of something else. */
const createBasket = async (scene: Scene, ids: readonly string[]): Promise<OwnResource> => {
  const made = await postBasket(scene, ids);
  scene.precondition(
    isAccepted(made),
    `a basket of ${ids.length} payments: ${describeResponse(made)}`,
  );
  const id = textAt(made, "basketId") ?? "";
  return { id, path: pathFromLink(linkOf(made, "self")) ?? `${basketsPath}/${id}` };
};

const mustRefuse = (scene: Scene, response: Exchange, code?: string): void => {
  const seen = describeResponse(response);
  scene.must(isRefused(response), `${seen}, not refused`);
  if (!isRefused(response)) return;
  if (code !== undefined) {
    scene.must(statusOf(response) === 400, `${seen}, not 400`);
    scene.must(codeOf(response) === code, `${seen}, not ${code}`);
  }
  scene.note(seen);
};

const returnsBasket = async (scene: Scene): Promise<void> => {
  const made = await postBasket(scene, await createPayments(scene, 2));
  scene.must(statusOf(made) === 201, `${describeResponse(made)}, not 201`);
  const status = textAt(made, "transactionStatus");
  scene.must(basketStatuses.includes(status ?? ""), `transactionStatus is ${status}`);
  // Nobody has signed it, but the interface allows the value.
  scene.should(!["ACTC", "PATC"].includes(status ?? ""), `a new basket is ${status}`);
  scene.must(textAt(made, "basketId") !== undefined, "the response has no basketId");
  scene.must(valueAt(made, "_links") !== undefined, "the response has no _links");
};

/** The control comes first and has its own payments, so that an accepted fault spoils nothing. */
const limitsMembers = async (scene: Scene): Promise<void> => {
  const most = await postBasket(scene, await createPayments(scene, 100));
  scene.must(isAccepted(most), `100 payments: ${describeResponse(most)}`);
  mustRefuse(scene, await postBasket(scene, await createPayments(scene, 101)));
};

const refusesEmpty = async (scene: Scene): Promise<void> => {
  await createBasket(scene, await createPayments(scene, 1));
  mustRefuse(scene, await postBasket(scene, []));
};

const refusesUnknown = async (scene: Scene): Promise<void> => {
  await createBasket(scene, await createPayments(scene, 1));
  const [known = ""] = await createPayments(scene, 1);
  const refused = await postBasket(scene, [known, randomUUID()]);
  mustRefuse(scene, refused);
  const isNamed = codeOf(refused) === "RESOURCE_UNKNOWN";
  scene.should(isNamed, `${describeResponse(refused)}, not RESOURCE_UNKNOWN`);
};

const refusesBulk = async (scene: Scene): Promise<void> => {
  await createBasket(scene, await createPayments(scene, 1));
  const { debtorAccount, ...payment } = domesticBody(scene);
  const paymentInformationId = `check-${randomUUID().slice(0, 8)}`;
  const body = { paymentInformationId, debtorAccount, payments: [payment] };
  const bulk = await createOwnPayment(scene, { body, path: bulkPath });
  mustRefuse(scene, await postBasket(scene, [bulk.id]), "REFERENCE_MIX_INVALID");
};

const refusesPeriodic = async (scene: Scene): Promise<void> => {
  await createBasket(scene, await createPayments(scene, 1));
  const body = {
    ...domesticBody(scene),
    startDate: bankDayAhead(scene.clock),
    frequency: "Monthly",
  };
  const periodic = await createOwnPayment(scene, { body, path: periodicPath });
  mustRefuse(scene, await postBasket(scene, [periodic.id]), "REFERENCE_MIX_INVALID");
};

const refusesTwice = async (scene: Scene): Promise<void> => {
  const deleted = await createOwnPayment(scene);
  await scene.send({ method: "DELETE", path: deleted.path, headers: psuHeaders(scene) });
  mustRefuse(scene, await postBasket(scene, [deleted.id]));
  const [held = "", other = ""] = await createPayments(scene, 2);
  await createBasket(scene, [held]);
  mustRefuse(scene, await postBasket(scene, [held]));
  const twice = await postBasket(scene, [other, other]);
  mustRefuse(scene, twice);
  scene.should(statusOf(twice) === 400, `${describeResponse(twice)}, not 400`);
};

const releasesPayments = async (scene: Scene): Promise<void> => {
  const ids = await createPayments(scene, 1);
  const { path } = await createBasket(scene, ids);
  const deleted = await scene.send({ method: "DELETE", path, headers: psuHeaders(scene) });
  scene.must(isAccepted(deleted), `deletion: ${describeResponse(deleted)}`);
  const again = await postBasket(scene, ids);
  scene.must(isAccepted(again), `its payment in another basket: ${describeResponse(again)}`);
};

const acceptsAbroad = async (scene: Scene): Promise<void> => {
  await createBasket(scene, await createPayments(scene, 1));
  const abroad = await scene.sendKind(requestKinds.crossBorder);
  scene.precondition(isAccepted(abroad), `the payment abroad: ${describeResponse(abroad)}`);
  const mixed = [...(await createPayments(scene, 1)), textAt(abroad, "paymentId") ?? ""];
  const made = await postBasket(scene, mixed);
  scene.must(isAccepted(made), describeResponse(made));
};

const holdsMembers = async (scene: Scene): Promise<void> => {
  const { id, path } = await createOwnPayment(scene);
  await createBasket(scene, [id]);
  const headers = psuHeaders(scene);
  const start = { method: "POST", path: `${path}/authorisations`, headers, body: {} } as const;
  const started = await scene.send(start);
  scene.must(isRefused(started), `its own SCA: ${describeResponse(started)}, not refused`);
  const deleted = await scene.send({ method: "DELETE", path, headers });
  scene.must(isRefused(deleted), `its deletion: ${describeResponse(deleted)}, not refused`);
};

const showsWorstStatus = async (scene: Scene): Promise<void> => {
  const good = await createOwnPayment(scene, { body: paidBody(scene) });
  const bad = await createUnfunded(scene);
  const basket = await createBasket(scene, [good.id, bad.id]);
  await scene.approve(basket.path, [good.path, bad.path]);
  const paid = await readStatus(scene, good.path);
  const failed = await readStatus(scene, bad.path);
  const worst = await readStatus(scene, basket.path);
  const seen = `payments ${paid} and ${failed}, basket ${worst}`;
  scene.must(!["RCVD", "RJCT", "CANC"].includes(paid), `the other payment was undone: ${seen}`);
  scene.precondition(["ACCP", "RJCT"].includes(failed), `the unfunded payment waits: ${seen}`);
  scene.must(worst !== "ACTC", `the basket does not show the worst status: ${seen}`);
  if (failed === "RJCT") scene.must(worst === "RJCT", `the basket is not RJCT: ${seen}`);
  const read = await readFor(scene, basket.path);
  scene.must(isAccepted(read), `the basket: ${describeResponse(read)}`);
  scene.note(seen);
};

/** Checks of signing baskets. */
// biome-ignore format: rows of a table
export const basketFlows: readonly Check[] = [
  flow("bsk-create", "END-06 BSK-02 BSK-03 BSK-04", "returns id, status and links of a new basket",
    returnsBasket),
  flow("bsk-limit", "LIM-01 LIM-02", "accepts a basket of 100 payments and refuses 101",
    limitsMembers, { needs: ["volume"] }),
  flow("bsk-empty", "LIM-22", "refuses an empty basket", refusesEmpty),
  flow("bsk-unknown", "BSK-08", "refuses a basket with an unknown payment", refusesUnknown),
  flow("bsk-bulk", "BSK-09", "refuses a bulk payment in a basket", refusesBulk),
  flow("bsk-periodic", "BSK-10", "refuses a periodic payment in a basket", refusesPeriodic),
  refusesEach("bsk-form", "BSK-01", "refuses a basket whose paymentIds is not a list of strings", {
    missing: { body: { "/paymentIds": undefined } },
    text: { body: { "/paymentIds": "one" } },
    numbers: { body: { "/paymentIds": [1, 2] } },
  }),
  flow("bsk-abroad", "BSK-11", "accepts payments abroad in a basket", acceptsAbroad,
    { needs: ["sandbox"] }),
  flow("bsk-member", "BSK-15", "neither signs nor deletes a payment on its own while it is in a basket",
    holdsMembers),
  flow("bsk-twice", "BSK-14", "refuses a payment that is deleted, in a basket already, or listed twice",
    refusesTwice),
  flow("bsk-delete", "BSK-16", "deletes an unsigned basket, which releases its payments",
    releasesPayments),
  // Only in a sandbox, like pay-no-funds.
  flow("bsk-worst", "BSK-05 BSK-06 BSK-07", "carries out what it can, and shows the worst status",
    showsWorstStatus, { needs: ["approval", "money", "sandbox"], approvals: 1 }),
];
