import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { Activity } from "./activity.ts";
import { completeSca } from "./complete-sca.ts";
import { drawKnownOrder } from "./draw-known-order.ts";
import { knownKey, rememberPsu, sessionHeaders } from "./identify.ts";
import { findKnown, paymentPath } from "./pay.ts";
import { colleagues, psus } from "./psus.ts";
import { sendRequest } from "./send-request.ts";

/** Reads a payment, or the accounts, to which the PSU consents if they have not yet. */
export const read: Activity = async (tpp, psu, scene) => {
  const isPayment = scene.machine.chance.happens(0.5);
  const order = isPayment ? drawKnownOrder(tpp, psu, scene) : undefined;
  const known = await findKnown(tpp, psu, scene);
  if (known === undefined) return;
  const path = order === undefined ? "/v1/accounts" : `${paymentPath(order)}/status`;
  const request = { method: "GET", path, headers: sessionHeaders(known) };
  const response = await sendRequest(tpp, request, scene);
  if (response?.status === 401) {
    scene.known.delete(knownKey(tpp, psu));
    const link = response.json._links?.scaRedirect?.href;
    const success = link && (await completeSca(link, psu, "approve", scene));
    if (success) rememberPsu(tpp, psu, success, scene);
  }
  if (order === undefined) {
    const foreign = shownAccounts(response?.json).filter(
      (bban) => !psu.accounts.some((own) => own.bban === bban),
    );
    const others = foreign.filter((bban) =>
      psus.some(({ accounts }) => accounts[0]?.bban === bban),
    );
    if (others.length > 0) scene.facts.violations.push(`${psu.name} was shown ${others}`);
  } else if (response?.status === 200) {
    const { transactionStatus } = response.json;
    scene.facts.statusesRead.push({ paymentId: order.paymentId ?? "", transactionStatus });
  }
};

const shownAccounts = (json: { readonly accounts?: readonly { readonly bban?: string }[] }) =>
  (json?.accounts ?? []).flatMap(({ bban }) => bban ?? []);

/** Tries to use the session, the PSU-ID or a payment of somebody else. */
export const intrude: Activity = async (tpp, psu, scene) => {
  const { chance } = scene.machine;
  const strangers = [...psus, ...colleagues].filter(
    (one) => one !== psu && (one.agreementId ?? "") !== psu.agreementId,
  );
  const other = chance.pick(strangers);
  const own = scene.known.get(knownKey(tpp, psu));
  const theirs = scene.known.get(knownKey(tpp, other));
  if (own === undefined || theirs === undefined) return;
  const mixed = { ...own, sessionId: theirs.sessionId };
  const payment = drawKnownOrder(chance.pick(scene.tpps) as TppIdentity, other, scene);
  const attempts = [
    { method: "GET", path: "/v1/accounts", headers: sessionHeaders(mixed) },
    ...(payment === undefined
      ? []
      : [
          { method: "GET", path: paymentPath(payment), headers: sessionHeaders(own) },
          { method: "DELETE", path: paymentPath(payment), headers: sessionHeaders(own) },
        ]),
  ];
  const attempt = chance.pick(attempts);
  const status = (await sendRequest(tpp, attempt, scene))?.status ?? 404;
  if (status < 300) {
    scene.facts.violations.push(`${attempt.method} ${attempt.path} for ${psu.name}: ${status}`);
  }
};
