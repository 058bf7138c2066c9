import { consentsListedMax, customersListedMax } from "@varde/protocol";
import { type ControlHandlers, readLimit } from "./control-handler.ts";

/** Handlers for customers, agreements and consents. */
export const peopleHandlers = {
  listCustomers: ({ world, query: { after, text, ...query } }) =>
    world.people.list({
      limit: readLimit(query, 100, customersListedMax),
      after,
      text,
    }),
  readCustomer: ({ world, parameters }) => world.people.read(parameters.customerId),
  createCustomer: ({ world, body }) => world.testData.createCustomer(body),
  renameCustomer: async ({ world, parameters, body }) =>
    void (await world.testData.renameCustomer(parameters.customerId, body)),
  deleteCustomer: async ({ world, parameters }) =>
    void (await world.testData.deleteCustomer(parameters.customerId)),
  createAgreement: ({ world, body }) => world.testData.createAgreement(body),
  changeEngagements: async ({ world, parameters, body }) =>
    void (await world.testData.changeEngagements(parameters.agreementId, body)),
  deleteAgreement: async ({ world, parameters }) =>
    void (await world.testData.deleteAgreement(parameters.agreementId)),
  listConsents: async ({ world, query: { before, ...query } }) => ({
    consents: await world.listConsents({
      limit: readLimit(query, 100, consentsListedMax),
      before,
    }),
  }),
  readConsent: ({ world, parameters }) => world.readConsent(parameters.consentId),
  expireConsent: async ({ world, parameters }) =>
    void (await world.consents.expire(parameters.consent)),
} satisfies Partial<ControlHandlers>;
