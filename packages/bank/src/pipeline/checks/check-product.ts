import { type PaymentProduct, paymentProducts, paymentServices } from "@varde/protocol";
import { refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** Products by service and by their names in paths. */
const offers = new Map<string, ReadonlyMap<string, PaymentProduct>>(
  paymentServices.map((service) => [
    service,
    new Map(
      Object.entries(paymentProducts)
        .filter(([, { services }]) => (services as readonly string[]).includes(service))
        .map(([product, { path }]) => [path, product as PaymentProduct]),
    ),
  ]),
);

/** Checks that the path names a payment product that this service offers. */
export const checkProduct: Check = (context) => {
  const { service, product: path = "" } = context.received.parameters;
  if (service === undefined) return undefined;
  const offered = offers.get(service);
  const product = offered?.get(path);
  if (product === undefined) {
    const names = [...(offered?.keys() ?? [])].join(", ");
    return refuse({ code: "PRODUCT_UNKNOWN", text: `Products of /v1/${service}: ${names}.` });
  }
  context.product = product;
  return undefined;
};
