import { linkTo } from "@varde/bank";
import { operations } from "@varde/protocol";
import type { SandboxAgreement } from "./agreement-store.ts";
import type { Customer } from "./customer-store.ts";
import { agreementLinks } from "./present-agreement.ts";

/** What a customer has; a list that was not asked for is empty. */
export interface Belongings {
  readonly agreements: readonly SandboxAgreement[];
  readonly accounts: readonly string[];
  readonly cardAccounts: readonly string[];
}

/** CUS-01 to CUS-07: a customer as it is listed, read and created. */
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
