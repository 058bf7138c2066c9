import {
  checkRules,
  hasBbanCheckDigit,
  type PaymentService,
  parseNorwegianBban,
} from "@varde/protocol";
import type { Bank } from "../../bank.ts";
import { osloDay } from "../../calendar/oslo.ts";
import type { Check } from "../check.ts";
import { refuseAll } from "../refusal.ts";
import type { RequestContext } from "../request-context.ts";

/** What holds between fields, and between the body and the bank's own tables. */
export const checkBodyRules: Check = (context, bank) => {
  if (context.operation.id !== "createPayment") return undefined;
  const odd = bbansWithoutCheckDigit(context.body);
  return odd.length === 0
    ? judge(context, bank, new Set())
    : heldAmong(odd, context, bank).then((held) => judge(context, bank, held));
};

const judge = (context: RequestContext, bank: Bank, heldBbans: ReadonlySet<string>) => {
  const { product, received } = context;
  if (product === undefined) return undefined;
  const { amountFractionDigits, bbanCheckDigit } = bank.configuration;
  return refuseAll(
    checkRules(product, received.parameters.service as PaymentService, context.body, {
      today: osloDay(context.now),
      fractionDigits: amountFractionDigits,
      bbanCheckDigit,
      heldBbans,
      nokMinorOf: bank.coreBank.nokMinorOf,
      kidAgreementOf: (bban) => bank.kidRegister.kidAgreementOf(bban),
    }),
  );
};

/** Accounts loaded into the bank may have any number, so only the odd ones are looked up. */
const heldAmong = async (bbans: readonly string[], context: RequestContext, bank: Bank) => {
  const held = new Set<string>();
  for (const bban of bbans.slice(0, 1_000)) {
    const account = await bank.coreBank.findAccount(context.tpp.worldId, { bban });
    if (account !== undefined) held.add(bban);
  }
  return held;
};

const bbansWithoutCheckDigit = (body: unknown): readonly string[] => {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const bban =
        name === "bban" && typeof inner === "string" ? parseNorwegianBban(inner) : undefined;
      if (bban === undefined) look(inner);
      else if (bban.ok && !hasBbanCheckDigit(bban.value)) found.add(bban.value);
    }
  };
  look(body);
  return [...found];
};
