import { randomUUID } from "node:crypto";
import { isRecord, transactionStatuses } from "@varde/protocol";
import {
  codeOf,
  describeResponse,
  type Exchange,
  isAccepted,
  isRefused,
  statusOf,
  textAt,
  valueAt,
} from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import {
  createOwnPayment,
  domesticPath,
  freshRemittance,
  psuHeaders,
  readFor,
  requestKinds,
} from "../request-kinds.ts";
import { flowsIn, rowsOn } from "../rows.ts";

const flow = flowsIn("PAY");
const { refuses } = rowsOn("PAY", requestKinds.payment);

/** States what the response to a created payment contains, besides its id and status. */
const checkCreated = (scene: Scene, made: Exchange, name: string): void => {
  const fees = valueAt(made, "transactionFees");
  const hasAmount = [valueAt(made, "transactionFees", "amount")].some(
    (amount) => typeof amount === "string" || typeof amount === "number",
  );
  const hasCurrency = textAt(made, "transactionFees", "currency") !== undefined;
  const indicator = valueAt(made, "transactionFeeIndicator");
  const links = valueAt(made, "_links");
  const isMap =
    isRecord(links) &&
    Object.values(links).every((link) => isRecord(link) && typeof link.href === "string");
  scene.must(
    fees === undefined || (hasAmount && hasCurrency),
    `${name}: transactionFees lacks amount or currency`,
  );
  scene.must(
    indicator === undefined || typeof indicator === "boolean",
    `${name}: transactionFeeIndicator is not a boolean`,
  );
  scene.must(
    indicator !== true || fees !== undefined,
    `${name}: transactionFeeIndicator is true, but transactionFees is missing`,
  );
  scene.must(
    indicator !== undefined || fees === undefined,
    `${name}: transactionFees is there, but no transactionFeeIndicator`,
  );
  scene.must((textAt(made, "psuMessage") ?? "").length <= 512, `${name}: psuMessage is too long`);
  scene.must(isMap, `${name}: _links is not a map from names to links`);
};

const respondsAsPublished = async (scene: Scene): Promise<void> => {
  for (const kind of [requestKinds.payment, requestKinds.crossBorder]) {
    const made = await scene.sendKind(kind);
    scene.precondition(isAccepted(made), `${kind.name}: ${describeResponse(made)}`);
    checkCreated(scene, made, kind.name);
  }
};

const readsStatus = async (scene: Scene): Promise<void> => {
  const { path } = await createOwnPayment(scene);
  const read = await readFor(scene, `${path}/status`);
  scene.must(isAccepted(read), describeResponse(read));
  const status = textAt(read, "transactionStatus");
  const isKnown = (transactionStatuses as readonly (string | undefined)[]).includes(status);
  scene.must(isKnown, `transactionStatus is ${status}`);
  scene.note(`${status}`);
};

const refusesDuplicate = async (scene: Scene): Promise<void> => {
  const request = await requestKinds.payment.prepare(scene);
  const first = await scene.send(request);
  scene.precondition(isAccepted(first), describeResponse(first));
  const other = await scene.send(request, {
    body: { "/remittanceInformationUnstructured": freshRemittance() },
  });
  scene.precondition(isAccepted(other), `with another remittance: ${describeResponse(other)}`);
  const again = await scene.send(request);
  scene.must(isRefused(again), `the same payment again: ${describeResponse(again)}, not refused`);
  const isNamed = codeOf(again) === "PAYMENT_FAILED" && statusOf(again) === 400;
  scene.should(isNamed, `${describeResponse(again)}, not 400 PAYMENT_FAILED`);
  const allowed = await scene.send(request, { query: "?allowLogicalDuplicate=true" });
  scene.must(isAccepted(allowed), `with allowLogicalDuplicate: ${describeResponse(allowed)}`);
};

const deletesUnsigned = async (scene: Scene): Promise<void> => {
  const { path } = await createOwnPayment(scene);
  const deleted = await scene.send({ method: "DELETE", path, headers: psuHeaders(scene) });
  scene.must(statusOf(deleted) === 204, `${describeResponse(deleted)}, not 204`);
  const read = await readFor(scene, `${path}/status`);
  const isGone = statusOf(read) === 404 || textAt(read, "transactionStatus") === "CANC";
  const seen = textAt(read, "transactionStatus") ?? describeResponse(read);
  scene.must(isGone, `after its deletion the payment is ${seen}`);
};

/** Reads an own payment, as the control, and then one that does not exist. */
const readUnknown = async (scene: Scene): Promise<{ path: string; unknown: Exchange }> => {
  const { path } = await createOwnPayment(scene);
  const own = await readFor(scene, `${path}/status`);
  scene.precondition(isAccepted(own), `an own payment: ${describeResponse(own)}`);
  const unknown = await readFor(scene, `${domesticPath}/${randomUUID()}/status`);
  return { path, unknown };
};

const refusesUnknownId = async (scene: Scene): Promise<void> => {
  const { unknown } = await readUnknown(scene);
  scene.must(statusOf(unknown) === 404, `${describeResponse(unknown)}, not 404`);
  scene.note(describeResponse(unknown));
};

const hidesFromOtherTpp = async (scene: Scene): Promise<void> => {
  const { path, unknown } = await readUnknown(scene);
  const request = { method: "GET", path: `${path}/status`, headers: psuHeaders(scene) } as const;
  const { "PSU-ID": _, "TPP-Session-ID": __, ...withoutPsu } = request.headers;
  const others = await scene.send({ ...request, headers: withoutPsu }, { signer: "second" });
  scene.must(isRefused(others), `another TPP: ${describeResponse(others)}, not refused`);
  const isSame = describeResponse(others) === describeResponse(unknown);
  scene.should(isSame, `${describeResponse(others)}, but unknown: ${describeResponse(unknown)}`);
};

/** Checks of payments that nobody approves. */
// biome-ignore format: rows of a table
export const paymentFlows: readonly Check[] = [
  flow("pay-response", "RSP-03 RSP-05 RSP-06 RSP-08 RSP-09",
    "returns fees, messages and links of a new payment in the published form", respondsAsPublished),
  flow("pay-duplicate", "END-05 END-26",
    "refuses a logical duplicate unless allowLogicalDuplicate is true", refusesDuplicate),
  flow("pay-status", "END-07 STA-01",
    "returns the status of a payment, one of the published values", readsStatus),
  flow("pay-delete", "STA-12", "deletes a payment that nobody has signed", deletesUnsigned),
  flow("pay-unknown-id", "ERR-11", "refuses an unknown payment with 404", refusesUnknownId),
  flow("pay-other-tpp", "ERR-11", "refuses another TPP's payment like an unknown one",
    hidesFromOtherTpp, { needs: ["second"] }),
  refuses("pay-product", "ERR-13", "refuses an unknown payment product with 404",
    { path: (right) => `${right.slice(0, right.lastIndexOf("/"))}/unknown-credit-transfers` },
    { statuses: [404], code: "PRODUCT_UNKNOWN" }),
];
