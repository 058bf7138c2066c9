export { type HttpMethod, httpMethods } from "./define-operation.ts";
export {
  type HeaderName,
  headerNames,
  headerTitle,
  isPsuIdReplaceable,
  missingHeaders,
  readsHeader,
  requiredHeaders,
} from "./headers.ts";
export { type OperationFacts, type OperationKind, operationKinds } from "./operation-kinds.ts";
export {
  type BodyOf,
  byOperation,
  type FactsOf,
  type Operation,
  type OperationId,
  operationList,
  operations,
  type ParametersOf,
  type PathParameters,
  type ReadonlyDeep,
  type ResponseOf,
} from "./operations.ts";
export { type BookingStatus, bookingStatuses, type QueryForm } from "./query-parameters.ts";
