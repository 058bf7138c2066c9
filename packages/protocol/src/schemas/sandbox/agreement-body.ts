import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { iban } from "../parts/account-reference.ts";
import { list, object, optional, type Static, text } from "../schema.ts";
import { anyCase } from "./any-case.ts";
import { customerNumber } from "./customer-body.ts";

/** The rights of a customer on one account. */
export const engagementBody = object({
  customer: customerNumber,
  account: object({ iban }),
  roles: list(anyCase(["VIEW", "REGISTER"]), { minItems: 1, maxItems: 2 }),
});
export type EngagementBody = Static<typeof engagementBody>;

export const engagementsBody = list(engagementBody, {
  minItems: 1,
  maxItems: bounds.sandboxEngagementsMax,
});

/** A corporate agreement; its engagements can also be added later. */
export const agreementBody = object({
  owner: text({
    minLength: 1,
    maxLength: bounds.idCharactersMax,
    description: "the customerNumber or customerId of a corporate customer",
  }),
  name: text({ minLength: 1, maxLength: limits.nameCharactersMax }),
  engagements: optional(list(engagementBody, { maxItems: bounds.sandboxEngagementsMax })),
});
export type AgreementBody = Static<typeof agreementBody>;
