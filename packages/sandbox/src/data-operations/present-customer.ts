import { linkTo } from "@varde/bank";
import { operations } from "@varde/protocol";
import type { SandboxAgreement } from "./agreement-store.ts";
import type { Customer } from "./customer-store.ts";
import { agreementLinks } from "./present-agreement.ts";

/** Agreements and accounts of a customer; a list that was not requested is empty. */
export interface Belongings {
  readonly agreements: readonly SandboxAgreement[];
  readonly accounts: readonly string[];
  readonly cardAccounts: readonly string[];
}

/** CUS-01 to CUS-07: presents a customer in responses that list, read or create it. */
export const presentCustomer = (customer: Customer, has: Belongings): object => ({
  customerId: customer.customerId,
  customerNumber: customer.customerNumber,
  customerType: customer.customerType,
  customerName: customer.name,
  agreements: has.agreements.map((agreement) => ({
    id: agreement.agreementId,
    name: agreement.name,
    engagements: agreement.engagementIds,
    _links: agreementLinks(agreement),
  })),
  accounts: has.accounts,
  cardAccounts: has.cardAccounts,
  _links: {
    self: linkTo([operations.readCustomer, operations.deleteCustomer], {
      customerId: customer.customerId,
    }),
  },
});
