export { CoreBankCallFailed } from "./client/core-bank-call-failed.ts";
export { createHttpCoreBank, type HttpCoreBank } from "./client/create-http-core-bank.ts";
export type {
  ClientTls,
  HttpCoreBankOptions,
  OAuthClient,
  OutcomeDelivery,
} from "./client/http-core-bank-options.ts";
export { describeContract } from "./open-api/describe-contract.ts";
export { signWebhook } from "./outcomes/webhook-signature.ts";
export type { PriceList } from "./prices/price-list.ts";
export { contractListener, type ServedPorts } from "./serve/contract-listener.ts";
export { InstructionConflict } from "./serve/instruction-conflict.ts";
