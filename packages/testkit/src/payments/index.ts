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
export { aPayer, goTo, oneRunADay, Payer, payerAt, payOla } from "./payer.ts";
