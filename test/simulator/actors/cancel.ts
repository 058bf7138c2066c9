import type { Activity } from "./activity.ts";
import { completeSca } from "./complete-sca.ts";
import { drawKnownOrder } from "./draw-known-order.ts";
import type { SentOrder } from "./facts.ts";
import { deletePayment, findKnown, paymentPath, startSca } from "./pay.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** Cancels a payment of the PSU, through the TPP or in the bank's own channel. */
export const cancel: Activity = async (tpp, psu, scene) => {
  const order = drawKnownOrder(tpp, psu, scene);
  if (order?.paymentId === undefined) return;
  const { chance } = scene.machine;
  if (chance.happens(0.25)) return cancelInOwnChannel(psu, order, scene);
  const known = await findKnown(tpp, psu, scene);
  if (known === undefined || !(await deletePayment(tpp, known, order, scene))) return;
  const path = `${paymentPath(order)}/cancellation-authorisations`;
  const link = await startSca(tpp, psu, known, path, scene);
  if (link === undefined) return;
  const decision = chance.happens(0.8) ? "approve" : "leave";
  const success = await completeSca(link, psu, decision, scene);
  if (success !== undefined) scene.facts.cancelled.add(order.paymentId);
};

/** Cancels a payment as a PSU does in the online bank. */
export const cancelInOwnChannel = async (
  psu: Psu,
  { paymentId = "" }: SentOrder,
  scene: Scene,
): Promise<void> => {
  const { turns, trace } = scene.machine;
  await turns.wait(psu.name, `cancels ${paymentId} in the online bank`);
  const bank = scene.bank();
  const reason = await bank.run(
    async ({ ownChannel }) =>
      (await ownChannel.cancelPayment(scene.worldId, paymentId)) ?? "cancelled",
  );
  await turns.wait(psu.name, "sees what came of the cancellation");
  trace.note(reason ?? "an error or a broken connection");
  if (reason === "cancelled") scene.facts.cancelled.add(paymentId);
};
