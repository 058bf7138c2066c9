import type { Activity } from "./activity.ts";
import { cancelInOwnChannel } from "./cancel.ts";
import { drawKnownOrder } from "./draw-known-order.ts";
import { approve, createPayment, deletePayment, findKnown } from "./pay.ts";

/** Approves, deletes and cancels a payment at the same time, with a colleague if there is one. */
export const contend: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const known = await findKnown(tpp, psu, scene);
  if (known === undefined) return;
  const order =
    (chance.happens(0.5) ? drawKnownOrder(tpp, psu, scene) : undefined) ??
    (await createPayment(tpp, psu, known, scene))?.order;
  if (order === undefined) return;
  const others = scene.people.filter(
    ({ agreementId }) => agreementId !== undefined && agreementId === psu.agreementId,
  );
  const other = others.length === 0 ? psu : chance.pick(others);
  const theirs = other === psu ? known : await findKnown(tpp, other, scene);
  if (theirs === undefined) return;
  const moves = [
    () => approve(tpp, psu, known, order, "approve", scene),
    () => approve(tpp, other, theirs, order, "approve", scene),
    () => deletePayment(tpp, theirs, order, scene),
    () => cancelInOwnChannel(psu, order, scene),
  ];
  await Promise.all(
    chance
      .shuffle(moves)
      .slice(0, 3)
      .map((move) => move()),
  );
};
