export type { AccountResource } from "./accounts/find-account.ts";
export type { AppUser } from "./app-approvals/app-approvals.ts";
export type { AppChallenge } from "./app-sca/app-challenge.ts";
export {
  type AppConfirmation,
  type AppDevice,
  AppScaMethod,
  type AppScaOptions,
} from "./app-sca/app-sca-method.ts";
export { listSeals } from "./audit/list-seals.ts";
export { type AuditFilter, type FoundAccess, searchAudit } from "./audit/search-audit.ts";
export type { AuditFault } from "./audit/verify/audit-fault.ts";
export { type AuditReport, verifyAudit } from "./audit/verify/verify-audit.ts";
export type { SealAnchor } from "./audit/verify/verify-seals.ts";
export type { Bank } from "./bank.ts";
export { readBasket } from "./baskets/basket-store.ts";
export { listWorldBaskets } from "./baskets/list-world-baskets.ts";
export { type ListedBatch, listBatches } from "./batches/list-batches.ts";
export type { DueBatchesRun } from "./batches/run-due-batches.ts";
export { isBankDay } from "./calendar/bank-days.ts";
export { type BatchTimes, batchTimesDefault } from "./calendar/batch-times.ts";
export { osloDay } from "./calendar/oslo.ts";
export { listConfigurationFaults } from "./check-configuration.ts";
export {
  type BankConfiguration,
  productionDefaults,
  sandboxConfiguration,
} from "./configuration/bank-configuration.ts";
export { bankSettings } from "./configuration/bank-settings.ts";
export { ConfigurationRefused } from "./configuration/configuration-refused.ts";
export {
  buildConfigurationSchema,
  formatDefault,
  formatSettings,
} from "./configuration/describe-settings.ts";
export {
  type FileFields,
  isFields,
  readConfigurationFile,
} from "./configuration/json-fields.ts";
export {
  type ConfigurationOrigins,
  type LoadedConfiguration,
  loadConfiguration,
} from "./configuration/load-configuration.ts";
export { readAnchors } from "./configuration/read-anchors.ts";
export {
  environmentName,
  optionalSetting,
  requiredSetting,
  type Setting,
  type SettingTable,
  type SettingValues,
  secretSetting,
  setting,
} from "./configuration/setting.ts";
export { listWorldConsents } from "./consents/list-world-consents.ts";
export { createBank, type RunningBank } from "./create-bank.ts";
export { type BankDatabase, openBankDatabase } from "./database-owner/open-bank-database.ts";
export { openBankStorage } from "./database-owner/open-bank-storage.ts";
export { listEvents } from "./events/event-store.ts";
export {
  endOfEvents,
  findNewestEvent,
  type LoggedEvent,
  listEventsAfter,
} from "./events/list-world-events.ts";
export { explanationsBusy } from "./explanations/explanation-worker.ts";
export { listenHttp, listenHttps, listenServer } from "./http/connections/listen.ts";
export { wantsPage } from "./http/routes/developer-pages.ts";
export { logOptions } from "./log.ts";
export type { BankMetrics } from "./metrics/bank-metrics.ts";
export { formatMetrics } from "./metrics/format-metrics.ts";
export { formatPrometheus, prometheusContentType } from "./metrics/format-prometheus.ts";
export { mergeReadings } from "./metrics/merge-readings.ts";
export type {
  HistogramReading,
  MetricReading,
  ValueReading,
} from "./metrics/metric-reading.ts";
export { bankMigrations } from "./migrations/index.ts";
export { describeOwnChannels } from "./own-channels/describe-own-channels.ts";
export { pageStyle } from "./page-style/page-style.ts";
export type { OwnChannel, PaymentChange } from "./payments/own-channel/own-channel.ts";
export { readPayment } from "./payments/payment-store.ts";
export { nextPaymentStatus, type PaymentEvent } from "./payments/payment-transitions.ts";
export {
  listWorldPayments,
  readTppNames,
  selectPayments,
  type WorldPayment,
} from "./payments/view/list-world-payments.ts";
export { erasePerson } from "./personal-data/erase-person.ts";
export { exportPerson, type PersonalData } from "./personal-data/export-person.ts";
export { findPersonWorld } from "./personal-data/find-person-world.ts";
export { type CheckTable, checkTable } from "./pipeline/pipeline.ts";
export type { AppNotification, AppNotifier } from "./ports/app-notifier.ts";
export type { BankPorts } from "./ports/bank-ports.ts";
export type {
  CertificateToVerify,
  CertificateTrust,
  CertificateUse,
  TrustVerdict,
} from "./ports/certificate-trust.ts";
export type { Clock } from "./ports/clock.ts";
export type * from "./ports/core-bank.ts";
export { PortFailed } from "./ports/guard/port-failed.ts";
export type * from "./ports/ids.ts";
export type { KidRegister } from "./ports/kid-register.ts";
export { oneWorld } from "./ports/one-world.ts";
export type { Agreement, Person, PsuDirectory } from "./ports/psu-directory.ts";
export { randomIds } from "./ports/random-ids.ts";
export type { ResponseSigner, SignedBytes } from "./ports/response-signer.ts";
export type * from "./ports/sca-method.ts";
export { systemClock } from "./ports/system-clock.ts";
export type { Admission, TppRegister, TppRequest } from "./ports/tpp-register.ts";
export { NoRoomForWorld, type Worlds } from "./ports/worlds.ts";
export { type ApiResponse, respondWith, respondWithList } from "./request/api-response.ts";
export type { FinishedRequest } from "./request/finished-request.ts";
export type { HandledRequest, Interventions, UnroutedRequest } from "./request/interventions.ts";
export { linkTo } from "./request/links.ts";
export { isRefusal, type Refusal, refuse, refuseAll } from "./request/refusal.ts";
export type { RequestContext } from "./request/request-context.ts";
export type { RequestTrace, RequestTracer } from "./request/request-tracer.ts";
export { isScaOver, isScaTimedOut, type Sca } from "./request/sca.ts";
export type { ScaFault } from "./request/sca-fault.ts";
export { type Html, html } from "./sca/pages/html/html.ts";
export { markAsset } from "./sca/pages/page-assets.ts";
export { isOpenStep, type OpenStep, type ScaAction, type ScaStep } from "./sca/sca-step.ts";
export { listScas, readSca } from "./sca/sca-store.ts";
export { keySigner, type SealIdentity } from "./signers/key-signer.ts";
export { SocketSigner, type SocketSignerOptions } from "./signers/socket-signer.ts";
export { anchorTrust } from "./tpps/anchor-trust.ts";
export type { UseCases } from "./use-case.ts";
export { bankWorldTables } from "./worlds/bank-world-tables.ts";
export { deletePersonData } from "./worlds/delete-person-data.ts";
export { deletedBankTables, deleteWorldData } from "./worlds/delete-world-data.ts";
export {
  countDuePayments,
  countExpiring,
  type Expiring,
  listExpiring,
} from "./worlds/list-expiring.ts";
