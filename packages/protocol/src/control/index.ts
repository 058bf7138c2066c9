export { transactionsListedMax } from "./account-operations.ts";
export {
  type BodyOfControl,
  type ControlOperation,
  type ControlStream,
  controlBodyBytesMax,
  type ParametersOfControl,
  type QueryOfControl,
  type ResponseOfControl,
} from "./control-operation.ts";
export {
  type ControlOperationId,
  type ControlOperations,
  type ControlResponse,
  controlOperations,
} from "./control-operations.ts";
export { type FigurePeriod, figurePeriods } from "./figure-operations.ts";
export { loadedTransactionsMax } from "./history-operations.ts";
export { type paymentActions, paymentsListedMax } from "./payment-operations.ts";
export { consentsListedMax, customersListedMax } from "./people-operations.ts";
export {
  controlStreams,
  type ExchangeSummary,
  exchangesPerWorldMax,
  type LoggedExchange,
} from "./request-operations.ts";
export type { ScaToComplete } from "./sca-operations.ts";
export {
  type Scenario,
  scaScenarioOutcomes,
  scenarioSchema,
} from "./scenario-operations.ts";
export {
  type SigningRequest,
  type TppCertificateKind,
  tppCertificateKinds,
} from "./tpp-operations.ts";
export { type AccountDataProfile, accountDataProfiles } from "./world-operations.ts";
