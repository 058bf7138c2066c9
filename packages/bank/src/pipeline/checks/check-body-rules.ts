import {
  type Currency,
  checkFundsConfirmationRules,
  checkRules,
  type FundsConfirmationBody,
  hasBbanCheckDigit,
  isInvalid,
  type PaymentProduct,
  type PaymentService,
  parseNorwegianBban,
} from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import { refuseAll } from "../../request/refusal.ts";
import type { RequestContext } from "../../request/request-context.ts";
import type { Check } from "./check.ts";

/** Checks rules between fields, and between the body and the bank's own tables. */
export const checkBodyRules: Check = (context, bank) => {
  const unusual = bbansWithoutCheckDigit(context.body);
  return unusual.length === 0
    ? applyRules(context, bank, none)
    : findHeldBbans(unusual, context, bank).then((held) => applyRules(context, bank, held));
};

/** Foreign names are usual on these products, and the exception on domestic ones. */
const namesDefault = {
  NDCT: "refuse",
  INDCTS: "refuse",
  NCBCT: "re-encode",
  CBCT: "re-encode",
  SCT: "re-encode",
} as const satisfies Record<PaymentProduct, string>;

const none: ReadonlySet<string> = new Set();

const applyRules = (context: RequestContext, bank: Bank, heldBbans: ReadonlySet<string>) => {
  const { product, received } = context;
  const { amountFractionDigits, bbanCheckDigit, names } = bank.configuration;
  const facts = {
    today: osloDay(context.now),
    fractionDigits: amountFractionDigits,
    bbanCheckDigit,
    names: product === undefined ? ("refuse" as const) : (names[product] ?? namesDefault[product]),
    heldBbans,
    convertToNokMinor: (amountMinor: bigint, currency: Currency) =>
      bank.coreBank.convertToNokMinor(amountMinor, currency),
    findKidAgreement: (bban: string) => bank.kidRegister.findKidAgreement(bban),
  };
  if (product === undefined) {
    return refuseAll(checkFundsConfirmationRules(context.body as FundsConfirmationBody, facts));
  }
  const service = received.parameters.service as PaymentService;
  return refuseAll(checkRules(product, service, context.body, facts));
};

/** Finds the numbers without a valid check digit that are accounts of this bank anyway. */
const findHeldBbans = async (bbans: readonly string[], context: RequestContext, bank: Bank) => {
  const held = new Set<string>();
  for (const bban of [...new Set(bbans)].slice(0, 1_000)) {
    const account = await bank.coreBank.findAccount(context.tpp.worldId, { bban });
    if (account !== undefined) held.add(bban);
  }
  return held;
};

const norwegianBban = (name: string, text: string) => {
  if (name === "bban") return parseNorwegianBban(text);
  return name === "iban" && text.startsWith("NO") ? parseNorwegianBban(text.slice(4)) : undefined;
};

const bbansWithoutCheckDigit = (body: unknown): readonly string[] => {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const name in value) {
      const inner = (value as Readonly<Record<string, unknown>>)[name];
      const bban = typeof inner === "string" ? norwegianBban(name, inner) : undefined;
      if (bban === undefined) look(inner);
      else if (!isInvalid(bban) && !hasBbanCheckDigit(bban)) found.push(bban);
    }
  };
  look(body);
  return found;
};
