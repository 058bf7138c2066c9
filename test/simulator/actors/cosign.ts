import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { Activity } from "./activity.ts";
import { completeSca } from "./complete-sca.ts";
import { drawKnownOrder } from "./draw-known-order.ts";
import type { SentOrder } from "./facts.ts";
import { approve, createPayment, drawDecision, findKnown, startSca } from "./pay.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** Orders payments of the company, and has its people sign them, one after another or at once. */
export const payTogether: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const known = await findKnown(tpp, psu, scene);
  if (known === undefined) return;
  const orders: SentOrder[] = [];
  for (let count = 1 + chance.below(2); count > 0; count -= 1) {
    const created = await createPayment(tpp, psu, known, scene);
    if (created !== undefined) orders.push(created.order);
  }
  const colleagues = scene.people.filter(({ agreementId }) => agreementId === psu.agreementId);
  const signing = chance
    .shuffle(colleagues)
    .map((one) => () => Promise.all(orders.map((order) => sign(tpp, one, order, scene))));
  if (chance.happens(0.5)) await Promise.all(signing.map((act) => act()));
  else for (const act of signing) await act();
};

/** Signs what somebody of the same company has ordered or put into a basket. */
export const cosign: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const basketPaths = scene.facts.baskets.get(tpp.tppId) ?? [];
  if (basketPaths.length > 0 && chance.happens(0.6)) {
    return signBasketToo(tpp, psu, chance.pick(basketPaths), scene);
  }
  const order = drawKnownOrder(tpp, psu, scene);
  if (order !== undefined) await sign(tpp, psu, order, scene);
};

const sign = async (tpp: TppIdentity, psu: Psu, order: SentOrder, scene: Scene): Promise<void> => {
  const { paymentId = "" } = order;
  if (scene.machine.chance.happens(0.4)) {
    const isSigned = await signInApp(psu, paymentId, scene);
    if (isSigned) scene.facts.signed.add(`${paymentId} ${psu.personId}`);
    return;
  }
  const known = await findKnown(tpp, psu, scene);
  if (known !== undefined) await approve(tpp, psu, known, order, drawDecision(scene), scene);
};

const signBasketToo = async (
  tpp: TppIdentity,
  psu: Psu,
  path: string,
  scene: Scene,
): Promise<void> => {
  const basketId = path.split("/").at(-1) ?? "";
  if (scene.machine.chance.happens(0.4)) {
    await signInApp(psu, basketId, scene);
    return;
  }
  const known = await findKnown(tpp, psu, scene);
  const link = known && (await startSca(tpp, psu, known, `${path}/authorisations`, scene));
  if (link !== undefined) await completeSca(link, psu, drawDecision(scene), scene);
};

/** Signs in the bank's app, without the TPP. Resolves to whether the app has confirmed it. */
const signInApp = async (psu: Psu, id: string, scene: Scene): Promise<boolean> => {
  const { turns, trace, mandates } = scene.machine;
  const { personId } = psu;
  await turns.wait(psu.name, `signs ${id} in the app`);
  const bank = scene.bank();
  const seen = mandates.submit(personId);
  const user = { worldId: scene.worldId, personId };
  const notice = await bank.run(({ appApprovals }) => appApprovals.decide(user, id, "approve"));
  await turns.wait(psu.name, "sees what the app shows");
  seen();
  trace.note(notice ?? "an error or a broken connection");
  return notice === "approved" || notice === "waits-for-others";
};
