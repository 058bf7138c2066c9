import { type PaymentProduct, paymentProducts } from "@varde/protocol";
import type { Check } from "../check.ts";
import { refuse } from "../refusal.ts";

const products = Object.entries(paymentProducts).map(([product, { path, services }]) => ({
  product: product as PaymentProduct,
  path: path as string,
  services: services as readonly string[],
}));

/** END: the path names a payment product that this service offers. */
export const checkProduct: Check = (context) => {
  const { service, product: path } = context.received.parameters;
  if (service === undefined) return undefined;
  const offered = products.filter((one) => one.services.includes(service));
  const product = offered.find((one) => one.path === path);
  if (product === undefined) {
    return refuse({
      code: "PRODUCT_UNKNOWN",
      text: `/v1/${service} offers ${offered.map((one) => one.path).join(", ")}.`,
    });
  }
  context.product = product.product;
  return undefined;
};
