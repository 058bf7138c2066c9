import {
  agreementBody,
  basketBody,
  contactInformationBody,
  customerBody,
  engagementsBody,
  fundsConfirmationBody,
  keepKnownFields,
  type OperationId,
  type PaymentService,
  paymentBodySchemas,
  type Schema,
  sandboxAccountBody,
  sandboxCardAccountBody,
  sandboxCardTransactionsBody,
  sandboxTransactionsBody,
  validateBody,
} from "@varde/protocol";
import type { Check } from "../check.ts";
import { refuseAll } from "../refusal.ts";
import type { RequestContext } from "../request-context.ts";

const schemas: Partial<Record<OperationId, Schema>> = {
  createBasket: basketBody,
  confirmFunds: fundsConfirmationBody,
  putContact: contactInformationBody,
  createCustomer: customerBody,
  createSandboxAccount: sandboxAccountBody,
  createSandboxTransactions: sandboxTransactionsBody,
  createSandboxCardAccount: sandboxCardAccountBody,
  createSandboxCardTransactions: sandboxCardTransactionsBody,
  createSandboxAgreement: agreementBody,
  createEngagements: engagementsBody,
};

/**
 * The body has the fields it must have, each of its form. Unknown fields are no fault and go no
 * further: nobody has looked at them, so nobody after this may read them.
 */
export const checkBodySchema: Check = (context) => {
  const schema = schemaOf(context);
  if (schema === undefined) return undefined;
  const { violations, unknownFields } = validateBody(schema, context.body);
  if (unknownFields.length > 0) {
    context.body = keepKnownFields(schema, context.body);
    context.isBodyAsSent = false;
    const named = unknownFields.slice(0, 10).join(", ").slice(0, 300);
    context.warnings.push(`The body has fields this interface does not know: ${named}.`);
  }
  return refuseAll(violations);
};

const schemaOf = (context: RequestContext): Schema | undefined => {
  if (context.product === undefined) return schemas[context.operation.id];
  if (context.operation.id !== "createPayment") return undefined;
  const service = context.received.parameters.service as PaymentService;
  return paymentBodySchemas[context.product][service]?.body;
};
