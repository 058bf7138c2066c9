import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { Activity } from "./activity.ts";
import { completeSca, type ScaDecision } from "./complete-sca.ts";
import { drawOrder } from "./draw-order.ts";
import type { SentOrder } from "./facts.ts";
import { identify, knownKey, presentHeaders, rememberPsu, sessionHeaders } from "./identify.ts";
import type { Psu } from "./psus.ts";
import type { KnownPsu, Scene } from "./scene.ts";
import { newUuid, sendRequest } from "./send-request.ts";

/** Orders a payment, and has the PSU approve or refuse it. */
export const pay: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const known = await findKnown(tpp, psu, scene);
  const created = await createPayment(tpp, psu, chance.happens(0.3) ? undefined : known, scene);
  if (created === undefined) return;
  const decision = drawDecision(scene);
  if (created.link !== undefined) {
    await decide(tpp, psu, created.order, created.link, decision, scene);
  } else if (known !== undefined) {
    const deleting = chance.happens(0.1)
      ? deletePayment(tpp, known, created.order, scene)
      : undefined;
    await approve(tpp, psu, known, created.order, decision, scene);
    await deleting;
  }
};

export const drawDecision = ({ machine: { chance } }: Scene): ScaDecision =>
  chance.pick([
    ...(["approve", "approve", "approve", "approve", "approve", "approve"] as const),
    ...(["approve twice", "refuse", "leave"] as const),
  ]);

/** Returns the PSU's session at the TPP, or opens one. */
export const findKnown = async (
  tpp: TppIdentity,
  psu: Psu,
  scene: Scene,
): Promise<KnownPsu | undefined> =>
  scene.known.get(knownKey(tpp, psu)) ?? (await identify(tpp, psu, scene));

/** Creates a payment. Without a session, the response has the link of the single SCA. */
export const createPayment = async (
  tpp: TppIdentity,
  psu: Psu,
  known: KnownPsu | undefined,
  scene: Scene,
): Promise<{ readonly order: SentOrder; readonly link: string | undefined } | undefined> => {
  const { sent: order, body } = drawOrder(tpp, psu, scene);
  scene.facts.orders.set(order.marker, order);
  const sessionId = newUuid(scene);
  if (known === undefined) scene.facts.sessionOwners.set(sessionId, psu.personId);
  const headers =
    known === undefined
      ? { ...presentHeaders(sessionId), "PSU-Context": contextOf(psu) }
      : sessionHeaders(known);
  const response = await sendRequest(
    tpp,
    { method: "POST", path: order.path, headers, body },
    scene,
  );
  if (response === undefined) return undefined;
  if (response.status !== 201) {
    order.isRefused = true;
    if (response.status === 401) scene.known.delete(knownKey(tpp, psu));
    return undefined;
  }
  order.paymentId = response.json.paymentId;
  return { order, link: response.json._links?.scaRedirect?.href };
};

const contextOf = ({ agreementId }: Psu) => (agreementId === undefined ? "PRIVATE" : "CORPORATE");

/** Starts an SCA for the payment, and has the PSU decide. */
export const approve = async (
  tpp: TppIdentity,
  psu: Psu,
  known: KnownPsu,
  order: SentOrder,
  decision: ScaDecision,
  scene: Scene,
): Promise<void> => {
  const link = await startSca(tpp, psu, known, `${paymentPath(order)}/authorisations`, scene);
  if (link !== undefined) await decide(tpp, psu, order, link, decision, scene);
};

const decide = async (
  tpp: TppIdentity,
  psu: Psu,
  order: SentOrder,
  link: string,
  decision: ScaDecision,
  scene: Scene,
): Promise<void> => {
  const success = await completeSca(link, psu, decision, scene);
  if (success === undefined) return;
  const { facts } = scene;
  if (psu.agreementId === undefined) facts.approved.add(order.paymentId ?? "");
  else facts.signed.add(`${order.paymentId} ${psu.personId}`);
  rememberPsu(tpp, psu, success, scene);
};

/** Starts an authorisation or a cancellation, and returns its link. */
export const startSca = async (
  tpp: TppIdentity,
  psu: Psu,
  known: KnownPsu,
  path: string,
  scene: Scene,
): Promise<string | undefined> => {
  const request = { method: "POST", path, headers: sessionHeaders(known) };
  const response = await sendRequest(tpp, request, scene);
  if (response?.status === 401) scene.known.delete(knownKey(tpp, psu));
  return response?.status === 201 ? response.json._links?.scaRedirect?.href : undefined;
};

/** Deletes a payment. Resolves to whether the PSU must approve that. */
export const deletePayment = async (
  tpp: TppIdentity,
  known: KnownPsu,
  order: SentOrder,
  scene: Scene,
): Promise<boolean> => {
  const request = { method: "DELETE", path: paymentPath(order), headers: sessionHeaders(known) };
  const response = await sendRequest(tpp, request, scene);
  if (response?.status === 204) scene.facts.cancelled.add(order.paymentId ?? "");
  return response?.status === 202;
};

export const paymentPath = ({ path, paymentId }: SentOrder): string => `${path}/${paymentId}`;
