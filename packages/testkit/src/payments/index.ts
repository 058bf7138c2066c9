export {
  aBulk,
  aBulkItem,
  aCrossBorderPayment,
  aPayment,
  aPeriodicPayment,
  baskets,
  bulkNdct,
  idOf,
  indcts,
  ncbct,
  ndct,
  periodicNdct,
  without,
} from "./a-payment.ts";
export { payOla } from "./pay-ola.ts";
export { aPayer, goTo, Payer, payerAt } from "./payer.ts";
