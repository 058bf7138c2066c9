import type { Activity } from "./activity.ts";
import { cancelInOwnChannel } from "./cancel.ts";
import { drawKnownOrder } from "./draw-known-order.ts";
import { approve, createPayment, deletePayment, findKnown } from "./pay.ts";

/** Approves, deletes and cancels the same payment at the same time. */
export const contend: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const known = await findKnown(tpp, psu, scene);
  if (known === undefined) return;
  const order =
    (chance.happens(0.5) ? drawKnownOrder(tpp, psu, scene) : undefined) ??
    (await createPayment(tpp, psu, known, scene))?.order;
  if (order === undefined) return;
  const moves = [
    () => approve(tpp, psu, known, order, "approve", scene),
    () => approve(tpp, psu, known, order, "approve", scene),
    () => deletePayment(tpp, known, order, scene),
    () => cancelInOwnChannel(psu, order, scene),
  ];
  await Promise.all(
    chance
      .shuffle(moves)
      .slice(0, 3)
      .map((move) => move()),
  );
};
