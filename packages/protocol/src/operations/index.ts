export { type HttpMethod, httpMethods } from "./define-operation.ts";
export {
  describeLongHeader,
  type HeaderName,
  headerNames,
  headerTitle,
  headerValueBytesMax,
  isPsuIdReplaceable,
  type LimitedHeader,
  limitedHeaders,
  missingHeaders,
  passedOnCharactersMax,
  readsHeader,
  requiredHeaders,
} from "./headers.ts";
export { type OperationFacts, type OperationKind, operationKinds } from "./operation-kinds.ts";
export {
  type BodyOf,
  bodyBytesMax,
  byOperation,
  type FactsOf,
  findOperation,
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
