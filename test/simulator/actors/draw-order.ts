import { osloDay } from "@varde/bank";
import { dataSet } from "@varde/sandbox";
import { bulkNdct, indcts, ncbct, ndct, periodicNdct } from "@varde/testkit/payments";
import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { SentOrder } from "./facts.ts";
import { type Psu, psus } from "./psus.ts";
import type { Scene } from "./scene.ts";

/** An order that a TPP is about to send. */
export interface NewOrder {
  readonly sent: SentOrder;
  readonly body: object;
}

const dayMs = 86_400_000;
const { payees, magicAccounts } = dataSet;

interface OrderContent {
  readonly path: string;
  /** A single payment, or those of a bulk. */
  readonly items: readonly ReturnType<typeof drawItem>[];
  readonly more?: object;
}

/** Draws an order of a PSU: what kind of payment, to whom, how much and when. */
export const drawOrder = (tpp: TppIdentity, psu: Psu, scene: Scene): NewOrder => {
  const marker = `order ${scene.nextNumber()}`;
  const { path, items, more } = drawContent(psu, marker, scene);
  const debtor = scene.machine.chance.pick(psu.accounts);
  const content = path === bulkNdct ? { paymentInformationId: "bulk", payments: items } : items[0];
  return {
    sent: {
      marker,
      tppId: tpp.tppId,
      personId: psu.personId,
      agreementId: psu.agreementId,
      path,
      amounts: items.map(({ instructedAmount }) => instructedAmount.amount),
    },
    body: { debtorAccount: { bban: debtor.bban, currency: "NOK" }, ...content, ...more },
  };
};

const drawContent = (psu: Psu, marker: string, scene: Scene): OrderContent => {
  const { chance, time } = scene.machine;
  const day = (days: number) => osloDay(time.nowMs + days * dayMs);
  const more = chance.happens(0.3) ? { requestedExecutionDate: day(chance.below(4)) } : {};
  const item = (creditor: object) => drawItem(creditor, marker, scene);
  switch (chance.pick(kinds)) {
    case "own-bank":
      return { path: ndct, items: [item(customer(psu, scene))], more };
    case "domestic":
      return { path: ndct, items: [item(account(payees.hotels))], more };
    case "magic":
      return { path: ndct, items: [item(account(chance.pick(magicAccounts)))], more };
    case "instant":
      return { path: indcts, items: [item(account(payees.hotels))] };
    case "abroad":
      return { path: ncbct, items: [drawItem(abroad, marker, scene, "EUR")], more };
    case "bulk": {
      const items = Array.from({ length: 2 + chance.below(3) }, () =>
        item(chance.happens(0.5) ? customer(psu, scene) : account(payees.hotels)),
      );
      return { path: bulkNdct, items, more };
    }
    case "periodic": {
      const schedule = { startDate: day(1), endDate: day(1 + chance.below(4)), frequency: "Daily" };
      return { path: periodicNdct, items: [item(account(payees.hotels))], more: schedule };
    }
  }
};

/** The kinds of payments; those that are booked at once are the most frequent. */
const kinds = [
  ...(["own-bank", "own-bank", "own-bank", "domestic", "domestic", "magic"] as const),
  ...(["instant", "abroad", "bulk", "periodic"] as const),
];

const drawItem = (creditor: object, marker: string, scene: Scene, currency = "NOK") => ({
  instructedAmount: { amount: drawAmount(scene), currency },
  creditorAddress: { street: "Storgata", postalCode: "0155", city: "Oslo", country: "NO" },
  remittanceInformationUnstructured: marker,
  ...creditor,
});

const account = ({ name, bban }: { readonly name: string; readonly bban: string }) => ({
  creditorName: name,
  creditorAccount: { bban, currency: "NOK" },
});

const customer = (psu: Psu, { machine: { chance } }: Scene) => {
  const { name, accounts } = chance.pick(psus.filter((one) => one !== psu));
  return account({ name, bban: accounts[0]?.bban ?? "" });
};

const abroad = {
  creditorName: "Hansefisch Handels GmbH",
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
};

/** Some amounts are more than the account holds. */
const drawAmount = ({ machine: { chance } }: Scene): string => {
  const kroner = chance.happens(0.15) ? 5_000 + chance.below(40_000) : 1 + chance.below(400);
  return `${kroner}.${String(chance.below(100)).padStart(2, "0")}`;
};
