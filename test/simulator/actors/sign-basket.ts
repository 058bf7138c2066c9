import { baskets } from "@varde/testkit/payments";
import type { Activity } from "./activity.ts";
import { completeSca } from "./complete-sca.ts";
import type { SentOrder } from "./facts.ts";
import { sessionHeaders } from "./identify.ts";
import { createPayment, findKnown, startSca } from "./pay.ts";
import { sendRequest } from "./send-request.ts";

/** Creates payments, groups them in a basket, and has the PSU sign it, or deletes it. */
export const signBasket: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const known = await findKnown(tpp, psu, scene);
  if (known === undefined) return;
  const members: SentOrder[] = [];
  for (let count = 2 + chance.below(2); count > 0; count -= 1) {
    const created = await createPayment(tpp, psu, known, scene);
    if (created !== undefined) members.push(created.order);
  }
  const paymentIds = members.map(({ paymentId }) => paymentId);
  const headers = sessionHeaders(known);
  const request = { method: "POST", path: baskets, headers, body: { paymentIds } };
  const basketId = (await sendRequest(tpp, request, scene))?.json?.basketId;
  if (basketId === undefined) return;
  const path = `${baskets}/${basketId}`;
  const isPrivate = psu.agreementId === undefined;
  const { facts } = scene;
  if (!isPrivate) facts.baskets.set(tpp.tppId, [...(facts.baskets.get(tpp.tppId) ?? []), path]);
  const remove = () => sendRequest(tpp, { method: "DELETE", path, headers }, scene);
  const removing = chance.happens(0.2) ? remove() : undefined;
  const link = await startSca(tpp, psu, known, `${path}/authorisations`, scene);
  if (link !== undefined) {
    const success = await completeSca(link, psu, chance.pick(["approve", "approve twice"]), scene);
    // Of a company's payments, some may wait for others.
    if (success !== undefined && isPrivate)
      for (const id of paymentIds) facts.approved.add(id ?? "");
  }
  await removing;
};
