import { agreementBody, customerBody, engagementsBody } from "../schemas/bodies/sandbox-bodies.ts";
import { integer, list, object, oneOf, optional, string } from "../schemas/schema.ts";
import { accountSummary, newName } from "./account-operations.ts";
import type { ControlOperation } from "./control-operation.ts";
import { scaSummary, signers, timeline } from "./timeline-schemas.ts";

export const customersListedMax = 200;
export const consentsListedMax = 200;

const callsLeft = integer({
  description: "calls without the PSU that are left in the present 24 hours",
});

const customerFields = {
  customerId: string(),
  customerNumber: string({ description: "the number the customer identifies with" }),
  name: string(),
  type: oneOf(["PRIVATE", "CORPORATE"]),
  numberOf: optional(
    string({ description: "of a company: name of the person whose customer number it has" }),
  ),
};

const consentFields = {
  consentId: string(),
  tpp: string({ description: "name of the TPP" }),
  psu: string({ description: "name of the person who consented" }),
  onBehalfOf: optional(string({ description: "name of the company's agreement" })),
  scope: oneOf(["accounts", "funds"]),
  state: oneOf(["valid", "expired", "revoked"]),
  grantedAt: string(),
  validUntil: string(),
  accounts: list(
    object({
      accountId: string(),
      name: string(),
      number: string(),
      balancesLeft: callsLeft,
      transactionsLeft: callsLeft,
    }),
  ),
};

const warnings = list(string(), { description: "advice about the test data" });

/** Operations on the customers of a world, their rights and their consents. */
export const peopleOperations = {
  listCustomers: {
    method: "GET",
    path: "/customers",
    summary: "Lists the people and companies of a world.",
    needsWorld: true,
    query: {
      limit: `number of customers: 100 by default, at most ${customersListedMax}`,
      after: "lists only those with a larger id, to continue a list",
      text: "part of a name, or a whole customer number or account number",
    },
    status: 200,
    response: object({
      customers: list(object(customerFields)),
      next: optional(string({ description: "the value of after for the next page" })),
    }),
  },
  readCustomer: {
    method: "GET",
    path: "/customers/{customerId}",
    summary: "Reads a customer with accounts, balances, agreements and the rights under them.",
    needsWorld: true,
    status: 200,
    response: object({
      ...customerFields,
      accounts: list(accountSummary),
      agreements: list(
        object({
          agreementId: string(),
          name: string(),
          context: oneOf(["PRIVATE", "CORPORATE"]),
          engagements: list(
            object({
              person: string({ description: "name of the person" }),
              customerNumber: string(),
              account: string({ description: "number of the account" }),
              rights: list(oneOf(["VIEW", "REGISTER", "APPROVE"])),
            }),
          ),
        }),
      ),
    }),
  },
  createCustomer: {
    method: "POST",
    path: "/customers",
    summary: "Creates a customer, who can identify, consent and pay at once.",
    needsWorld: true,
    body: customerBody,
    status: 201,
    response: object({ customerId: string(), warnings }),
  },
  renameCustomer: {
    method: "PATCH",
    path: "/customers/{customerId}",
    summary: "Gives a customer another name.",
    needsWorld: true,
    body: newName,
    status: 204,
  },
  deleteCustomer: {
    method: "DELETE",
    path: "/customers/{customerId}",
    summary: "Deletes a customer with its accounts and agreements.",
    needsWorld: true,
    status: 204,
  },
  createAgreement: {
    method: "POST",
    path: "/agreements",
    summary: "Creates an agreement of a company, with people's rights to its accounts.",
    needsWorld: true,
    body: agreementBody,
    status: 201,
    response: object({ agreementId: string() }),
  },
  changeEngagements: {
    method: "POST",
    path: "/agreements/{agreementId}/engagements",
    summary: "Adds people's rights under a company's agreement, or changes them.",
    needsWorld: true,
    body: object({ engagements: engagementsBody }),
    status: 204,
  },
  deleteAgreement: {
    method: "DELETE",
    path: "/agreements/{agreementId}",
    summary: "Deletes an agreement of a company.",
    needsWorld: true,
    status: 204,
  },
  listConsents: {
    method: "GET",
    path: "/consents",
    summary: "Lists the consents of a world, newest first, with the unattended calls left.",
    needsWorld: true,
    query: {
      limit: `number of consents: 100 by default, at most ${consentsListedMax}`,
      before: "lists only those with a smaller id, to continue a list",
    },
    status: 200,
    response: object({ consents: list(object(consentFields)) }),
  },
  readConsent: {
    method: "GET",
    path: "/consents/{consentId}",
    summary: "Reads a consent with its timeline and the people who may renew it now.",
    needsWorld: true,
    status: 200,
    response: object({ ...consentFields, timeline, signers, scas: list(scaSummary) }),
  },
  expireConsent: {
    method: "POST",
    path: "/consents/{consent}/expire",
    summary:
      "Lets a valid consent expire, given by its id, or by the name of its PSU, company or TPP.",
    needsWorld: true,
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>;
