import {
  type Operation,
  operationList,
  type PaymentProduct,
  type PaymentService,
  paymentProducts,
  paymentSchemas,
  type Schema,
} from "@varde/protocol";
import { operationTexts } from "./texts/operation-texts.ts";

/** An operation at a concrete path. Payments have a path for each service and product. */
export interface ReferenceOperation {
  readonly operation: Operation;
  /** Unique name. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly service?: PaymentService;
  readonly product?: PaymentProduct;
  readonly body?: Schema;
  readonly response?: Schema;
}

const serviceWords: Readonly<Record<PaymentService, string>> = {
  payments: "",
  "bulk-payments": "bulk ",
  "periodic-payments": "periodic ",
};

/** Lists every operation for the reference, in the order of the registry. */
export const expandOperations = (): readonly ReferenceOperation[] =>
  operationList.flatMap((operation) =>
    operation.path.includes("{service}") ? expandProducts(operation) : [expandOne(operation)],
  );

const expandOne = (operation: Operation): ReferenceOperation => {
  const { id, path, body, response } = operation;
  return {
    operation,
    name: id,
    path,
    summary: operationTexts[id].summary,
    ...(typeof body === "object" && { body }),
    ...(typeof response === "object" && { response }),
  };
};

const expandProducts = (operation: Operation): readonly ReferenceOperation[] =>
  (Object.keys(paymentProducts) as PaymentProduct[]).flatMap((product) =>
    paymentProducts[product].services.map((service): ReferenceOperation => {
      const one = expandOne(operation);
      const schemas = paymentSchemas(product, service);
      const { body, response } = operation;
      const { path } = paymentProducts[product];
      return {
        ...one,
        name: `${operation.id}.${service}.${product}`,
        path: operation.path.replace("{service}", service).replace("{product}", path),
        summary: `${one.summary} (${serviceWords[service]}${product})`,
        service,
        product,
        ...(body === "by-product" && schemas && { body: schemas.body }),
        ...(response === "by-product" && schemas && { response: schemas.details }),
      };
    }),
  );
