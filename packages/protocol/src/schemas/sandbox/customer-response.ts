import { psuContexts } from "../../statuses.ts";
import { link } from "../parts/link.ts";
import { list, object, oneOf, type Static, string } from "../schema.ts";

const sandboxAgreementElement = object({
  id: string(),
  name: string(),
  engagements: list(string()),
  _links: object({ self: link, engagements: link }),
});

/** A customer as the sandbox lists it. */
export const customerResponse = object({
  customerId: string(),
  customerNumber: string(),
  customerType: oneOf(psuContexts),
  customerName: string(),
  agreements: list(sandboxAgreementElement),
  accounts: list(string()),
  cardAccounts: list(string()),
  _links: object({ self: link }),
});
export type CustomerResponse = Static<typeof customerResponse>;

export const customerListResponse = list(customerResponse);
