import { randomUUID } from "node:crypto";
import type { Change } from "../../wire/change.ts";
import {
  describeResponse,
  headerOf,
  isAccepted,
  linkOf,
  statusOf,
  textAt,
} from "../../wire/exchange.ts";
import type { Check, Scene, Settings, Variant } from "../check.ts";
import {
  bankDayAhead,
  createOwnPayment,
  pathFromLink,
  psuHeaders,
  requestKinds,
} from "../request-kinds.ts";
import { acceptsOrRefuses } from "./signing-variants.ts";

/** A variant of a payment that one bank accepts and another refuses. */
const acceptedOrRefused = (
  facts: readonly [id: string, rules: string, says: string],
  change: Change | ((scene: Scene) => Change),
  {
    accepts,
    refuses,
    usual,
  }: { accepts: Settings; refuses: Settings; usual: "accepts" | "refuses" },
): Variant => {
  const [id, rules, says] = facts;
  const answer = (name: "accepts" | "refuses", settings: Settings) => ({
    ...{ says: `${name} it`, settings },
    ...(name === usual && { isUsual: true as const }),
  });
  return {
    ...{ kind: "variant", group: "VAR", id, rules: rules.split(" "), says },
    answers: { accepts: answer("accepts", accepts), refuses: answer("refuses", refuses) },
    observe: (scene) =>
      acceptsOrRefuses(typeof change === "function" ? change(scene) : change)(scene),
  };
};

const dayMs = 86_400_000;

/** Returns the Saturday after a bank day ahead. */
const saturdayAhead = ({ clock }: Scene): string => {
  const day = new Date(bankDayAhead(clock));
  const saturday = new Date(day.getTime() + (6 - day.getUTCDay()) * dayMs);
  return saturday.toISOString().slice(0, 10);
};

const noFix: Change = { headers: { "x-accept-fix": undefined } };
const preferApp: Change = { headers: { "TPP-Redirect-Preferred": "false" } };

/** Starts the SCA of a payment, and returns where the PSU approves. */
const startSca = async (scene: Scene, change: Change): Promise<"app" | "redirect"> => {
  const made = await scene.sendKind(requestKinds.payment, change);
  scene.precondition(isAccepted(made), describeResponse(made));
  const path = pathFromLink(linkOf(made, "startAuthorisation"));
  // A bank may start the SCA with the payment, or on request.
  const request = {
    method: "POST",
    path: path ?? "",
    headers: psuHeaders(scene),
    body: {},
  } as const;
  const started = path === undefined ? made : await scene.send(request, change);
  scene.precondition(isAccepted(started), describeResponse(started));
  const approach = headerOf(started.response, "aspsp-sca-approach");
  if (approach !== undefined) return approach.toUpperCase() === "DECOUPLED" ? "app" : "redirect";
  return linkOf(started, "scaRedirect") === undefined ? "app" : "redirect";
};

/** A name in letters that Norwegian clearing cannot carry. */
const foreignName: Change = { body: { "/creditorName": "Łukasz Żółć Nowak" } };

const named = (NDCT: string, NCBCT: string): Settings => ({
  names: {
    ...(NDCT === "re-encode" && { NDCT }),
    ...(NCBCT === "refuse" && { NCBCT }),
  },
});

const nameAnswer = (NDCT: string, NCBCT: string) => ({
  says: `domestic payments: ${NDCT}; payments abroad: ${NCBCT}`,
  settings: named(NDCT, NCBCT),
});

/** Differences in what a payment may contain and what becomes of it. */
// biome-ignore format: rows of a table
export const paymentVariants: readonly Check[] = [
  {
    kind: "variant", id: "var-accept-fix", group: "VAR", rules: ["HDR-01"],
    says: "payment or basket without x-accept-fix",
    answers: {
      accepts: { says: "accepts it", settings: { acceptFixRequired: false } },
      refuses: { says: "refuses it", settings: { acceptFixRequired: true }, isUsual: true },
    },
    observe: async (scene) => {
      const payment = await acceptsOrRefuses(noFix)(scene);
      const basket = await acceptsOrRefuses(noFix, requestKinds.basket)(scene);
      return payment === basket ? payment : `${payment} a payment, ${basket} a basket`;
    },
  },
  acceptedOrRefused(["var-fraction-digits", "VAL-09", "amount in NOK with one fraction digit"],
    { body: { "/instructedAmount/amount": "7.1" } },
    { accepts: { amountFractionDigits: "at-most" }, refuses: { amountFractionDigits: "exact" }, usual: "refuses" }),
  acceptedOrRefused(["var-non-bank-day", "NDC-29", "execution date on a Saturday"],
    (scene) => ({ body: { "/requestedExecutionDate": saturdayAhead(scene) } }),
    { accepts: { nonBankDay: "move" }, refuses: { nonBankDay: "reject" }, usual: "accepts" }),
  acceptedOrRefused(["var-bban-check", "VAL-17", "account number of another bank with a wrong check digit"],
    { body: { "/creditorAccount/bban": "12345678901" } },
    { accepts: { bbanCheckDigit: "off" }, refuses: { bbanCheckDigit: "required" }, usual: "refuses" }),
  {
    kind: "variant", id: "var-names", group: "VAR", rules: ["GEN-15"],
    says: "name with letters that clearing cannot carry",
    answers: {
      "refuses accepts": { ...nameAnswer("refuse", "re-encode"), isUsual: true },
      "accepts accepts": nameAnswer("re-encode", "re-encode"),
      "refuses refuses": nameAnswer("refuse", "refuse"),
      "accepts refuses": nameAnswer("re-encode", "refuse"),
    },
    observe: async (scene) => {
      const domestic = await acceptsOrRefuses(foreignName)(scene);
      return `${domestic} ${await acceptsOrRefuses(foreignName, requestKinds.crossBorder)(scene)}`;
    },
  },
  {
    kind: "variant", id: "var-unsigned-read", group: "VAR", rules: ["STA-14"],
    says: "reading a domestic payment that nobody has signed",
    answers: {
      shows: { says: "shows it", settings: { hideUnsignedDomestic: false }, isUsual: true },
      hides: { says: "returns 404", settings: { hideUnsignedDomestic: true } },
    },
    observe: async (scene) => {
      const { path } = await createOwnPayment(scene);
      const read = await scene.send({ method: "GET", path, headers: psuHeaders(scene) });
      scene.note(describeResponse(read));
      if (isAccepted(read)) return "shows";
      return statusOf(read) === 404 ? "hides" : describeResponse(read);
    },
  },
  {
    kind: "variant", id: "var-repeat", group: "VAR", rules: ["HDR-29"],
    says: "payment that is sent again with its X-Request-ID",
    answers: {
      same: { says: "returns the same payment", isUsual: true },
      refuses: { says: "refuses it" },
      another: { says: "creates another payment" },
    },
    observe: async (scene) => {
      const request = await requestKinds.payment.prepare(scene);
      const repeated = { ...request, headers: { ...request.headers, "X-Request-ID": randomUUID() } };
      const first = await scene.send(repeated);
      scene.precondition(isAccepted(first), describeResponse(first));
      const second = await scene.send(repeated);
      scene.note(describeResponse(second));
      if (!isAccepted(second)) return "refuses";
      return textAt(second, "paymentId") === textAt(first, "paymentId") ? "same" : "another";
    },
  },
  {
    kind: "variant", id: "var-app", group: "VAR", rules: ["HDR-08", "HDR-09"],
    says: "payment with TPP-Redirect-Preferred: false",
    answers: {
      app: { says: "lets the PSU approve in the bank's app", settings: { appApproval: true }, isUsual: true },
      redirect: { says: "redirects all the same", settings: { appApproval: false } },
    },
    observe: async (scene) => {
      const usual = await startSca(scene, {});
      return usual === "app" ? "uses the app although nobody asked for it" : startSca(scene, preferApp);
    },
  },
];
