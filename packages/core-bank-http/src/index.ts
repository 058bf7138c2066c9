export { CoreBankCallFailed } from "./client/core-bank-call-failed.ts";
export { createHttpCoreBank, type HttpCoreBank } from "./client/create-http-core-bank.ts";
export type {
  ClientTls,
  HttpCoreBankOptions,
  OAuthClient,
  OutcomeDelivery,
} from "./client/http-core-bank-options.ts";
export { signWebhook } from "./client/webhook-signature.ts";
export { describeContract } from "./contract/describe-contract.ts";
export type { PriceList } from "./contract/price-list.ts";
export {
  contractListener,
  InstructionConflict,
  type ServedPorts,
} from "./serve/contract-listener.ts";
