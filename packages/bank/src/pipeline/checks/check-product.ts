import {
  isOneOf,
  listEntries,
  type PaymentProduct,
  type PaymentService,
  paymentProducts,
  paymentServices,
} from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** A service, and its products by their names in paths. */
interface Offer {
  readonly service: PaymentService;
  readonly products: ReadonlyMap<string, PaymentProduct>;
}

const offers = new Map<string, Offer>(
  paymentServices.map((service) => [service, { service, products: listProducts(service) }]),
);

function listProducts(service: PaymentService): ReadonlyMap<string, PaymentProduct> {
  const offered = listEntries(paymentProducts).filter(([, { services }]) =>
    isOneOf(services, service),
  );
  return new Map(offered.map(([product, { path }]) => [path, product]));
}

/** Checks that the path names a payment product that this service offers. */
export const checkProduct: Check = (context) => {
  const { service, product: path = "" } = context.received.parameters;
  if (service === undefined) return undefined;
  const offer = offers.get(service);
  const product = offer?.products.get(path);
  if (product === undefined) {
    const names = [...(offer?.products.keys() ?? [])].join(", ");
    return refuse({ code: "PRODUCT_UNKNOWN", text: `Products of /v1/${service}: ${names}.` });
  }
  context.service = offer?.service;
  context.product = product;
  return undefined;
};
