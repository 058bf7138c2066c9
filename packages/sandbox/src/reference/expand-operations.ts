import {
  type Operation,
  operationList,
  type PaymentProduct,
  type PaymentService,
  paymentBodySchemas,
  paymentProducts,
  type Schema,
} from "@varde/protocol";
import { operationTexts } from "./texts/operation-texts.ts";

/** An operation at one concrete path: payments have one for each service and product. */
export interface ReferenceOperation {
  readonly operation: Operation;
  /** Unique over all. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly service?: PaymentService;
  readonly product?: PaymentProduct;
  readonly body?: Schema;
  readonly answer?: Schema;
}

/** A record of test data: its fields are the sandbox's own. */
export const recordSchema = { type: "object" } as Schema;

/** A list of them is a bare array, as that of the customers is. */
export const recordsSchema = { type: "array", items: recordSchema } as Schema;

const serviceWords: Readonly<Record<PaymentService, string>> = {
  payments: "",
  "bulk-payments": "bulk ",
  "periodic-payments": "periodic ",
};

/** Every operation of the interface as the reference shows it, in the order of the table. */
export const expandOperations = (): readonly ReferenceOperation[] =>
  operationList.flatMap((operation) =>
    operation.path.includes("{service}") ? expandProducts(operation) : [expandOne(operation)],
  );

const expandOne = (operation: Operation): ReferenceOperation => {
  const { summary, body, answer } = operationTexts[operation.id];
  return {
    operation,
    name: operation.id,
    path: operation.path,
    summary,
    ...(typeof body === "object" && { body }),
    ...schemaOfAnswer(answer),
  };
};

const schemaOfAnswer = (answer: (typeof operationTexts)[Operation["id"]]["answer"]) => {
  if (answer === "record") return { answer: recordSchema };
  if (answer === "records") return { answer: recordsSchema };
  return typeof answer === "object" ? { answer } : {};
};

const expandProducts = (operation: Operation): readonly ReferenceOperation[] =>
  (Object.keys(paymentProducts) as PaymentProduct[]).flatMap((product) =>
    paymentProducts[product].services.map((service): ReferenceOperation => {
      const one = expandOne(operation);
      const schemas = paymentBodySchemas[product][service];
      const { body, answer } = operationTexts[operation.id];
      const { path } = paymentProducts[product];
      return {
        ...one,
        name: `${operation.id}.${service}.${product}`,
        path: operation.path.replace("{service}", service).replace("{product}", path),
        summary: `${one.summary} (${serviceWords[service]}${product})`,
        service,
        product,
        ...(body === "payment" && schemas && { body: schemas.body }),
        ...(answer === "payment" && schemas && { answer: schemas.details }),
      };
    }),
  );
