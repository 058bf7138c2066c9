import { declareMutants } from "../mutant.ts";

const create = "bank/src/payments/baskets/create-basket.ts";
const approve = "bank/src/payments/baskets/basket-subject.ts";
const status = "bank/src/payments/baskets/basket-status.ts";
const body = "protocol/src/schemas/bodies/baskets.ts";
const shown = 'presentBasketStatus(basket, "RCVD")';
const isSingle = 'payment.service === "payments"';

export const basketMutants = declareMutants([
  [
    "BSK-01",
    "bank/src/pipeline/pipeline.ts",
    "[checkBodySchema,",
    '[(c, b) => (c.operation.id === "createBasket" ? undefined : checkBodySchema(c, b)),',
  ],
  ["BSK-02", create, shown, 'presentBasketStatus(basket, "ACTC")'],
  ["BSK-03", create, shown, `{ ...${shown}, basketId: undefined }`],
  ["BSK-04", create, shown, `{ ...${shown}, _links: undefined }`],
  ["BSK-05", approve, "usable === 0 && unusable.size > 0", "unusable.size > 0", "own"],
  ["BSK-06", status, '["RJCT", "RCVD", "PATC", "ACTC"]', '["ACTC", "PATC", "RCVD", "RJCT"]'],
  ["BSK-07", approve, 'members.filter((member) => member.status === "RCVD")', "[]"],
  ["BSK-08", create, "return unknownAt(path)", "return undefined"],
  ["BSK-09", create, isSingle, 'payment.service !== "periodic-payments"'],
  ["BSK-10", create, isSingle, 'payment.service !== "bulk-payments"'],
  ["BSK-11", create, isSingle, `${isSingle} && payment.currency === "NOK"`],
  [
    "BSK-12",
    "protocol/src/operations/basket-operations.ts",
    'const baskets = "/v1/signing-baskets"',
    'const baskets = "/v1/baskets"',
  ],
  ["BSK-13", status, 'CANC: "RJCT"', 'CANC: "ACTC"', "own"],
  ["BSK-14", create, 'if (payment.status !== "RCVD")', "if (false)", "text"],
  [
    "BSK-14",
    create,
    "if (payment.basketId === undefined) return undefined;",
    "return undefined;",
    "text",
  ],
  ["BSK-14", body, "uniqueItems: true", "uniqueItems: false"],
  [
    "BSK-15",
    "bank/src/payments/cancel/delete-payment.ts",
    'payment.basketId !== undefined && payment.status === "RCVD"',
    "false",
  ],
  [
    "BSK-15",
    "bank/src/payments/authorise/start-payment-authorisation.ts",
    "if (payment.basketId !== undefined)",
    "if (false)",
  ],
  [
    "BSK-16",
    "bank/src/payments/baskets/delete-basket.ts",
    "yield* run(freePayments(basket.basketId));",
    "",
  ],
]);
