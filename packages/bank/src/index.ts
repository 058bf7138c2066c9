export type { AccountResource } from "./accounts/find-account.ts";
export type { Bank, UseCases } from "./bank.ts";
export { bankDayAfter, isBankDay } from "./calendar/bank-days.ts";
export { type BatchTimes, batchTimesDefault } from "./calendar/batch-times.ts";
export { osloDay, osloInstant } from "./calendar/oslo.ts";
export { listConfigurationFaults } from "./composition/check-configuration.ts";
export type { BankHost, BankParts } from "./composition/compose-bank.ts";
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
export { exampleOfDocumentation, isExampleSecret } from "./configuration/example-secret.ts";
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
export { expireConsent } from "./consents/expire-consent.ts";
export { listWorldConsents, type WorldConsent } from "./consents/list-world-consents.ts";
export { revokeConsent } from "./consents/revoke-consent.ts";
export { createBank, type RunningBank } from "./create-bank.ts";
export { warnOfFileShortage } from "./http/connections/connection-limits.ts";
export {
  asksForCertificate,
  createTlsContext,
  replaceIdentity,
  type TlsIdentity,
} from "./http/connections/create-listener.ts";
export { listenHttp, listenHttps, listenServer } from "./http/connections/listen.ts";
export { wantsPage } from "./http/routes/developer-pages.ts";
export { SharedListeners } from "./http/shared-listeners.ts";
export { bankMigrations } from "./migrations/index.ts";
export { hashEntry } from "./operations/audit/audit-entry.ts";
export { listSeals } from "./operations/audit/audit-seal.ts";
export {
  type AuditFilter,
  type FoundAccess,
  searchAudit,
} from "./operations/audit/search-audit.ts";
export type { AuditFault } from "./operations/audit/verify/audit-fault.ts";
export {
  parseAnchorLine,
  readAnchorLine,
  type SealAnchor,
} from "./operations/audit/verify/seal-anchor.ts";
export { type AuditReport, verifyAudit } from "./operations/audit/verify/verify-audit.ts";
export type { VerifyOptions } from "./operations/audit/verify/verify-seals.ts";
export type { SealParts } from "./operations/audit/write-seal.ts";
export { explanationsBusy } from "./operations/explanations/explanation-worker.ts";
export { logOptions } from "./operations/log.ts";
export { type LogTarget, LogWriter, openStdoutLog } from "./operations/log-writer.ts";
export { bankMetricDefinitions } from "./operations/metrics/bank-metric-definitions.ts";
export type { BankMetrics } from "./operations/metrics/bank-metrics.ts";
export { formatMetrics } from "./operations/metrics/format-metrics.ts";
export { formatPrometheus, prometheusContentType } from "./operations/metrics/format-prometheus.ts";
export { measureProcess } from "./operations/metrics/measure-process.ts";
export { mergeReadings } from "./operations/metrics/merge-readings.ts";
export type {
  HistogramReading,
  MetricReading,
  ValueReading,
} from "./operations/metrics/metric-reading.ts";
export { shareCalls } from "./operations/metrics/share-calls.ts";
export {
  bankWorldTables,
  deletedBankTables,
  deleteWorldData,
} from "./operations/stored-data/bank-world-tables.ts";
export {
  deletePersonData,
  erasePerson,
  findPersonWorld,
} from "./operations/stored-data/erase-person.ts";
export { exportPerson, type PersonalData } from "./operations/stored-data/export-person.ts";
export {
  countDuePayments,
  countExpiring,
  type Expiring,
  listExpiring,
} from "./operations/stored-data/list-expiring.ts";
export {
  endOfEvents,
  findNewestEvent,
  type LoggedEvent,
  listEventsAfter,
} from "./operations/stored-data/list-world-events.ts";
export {
  type BankDatabase,
  openBankDatabase,
} from "./operations/stored-data/open-bank-database.ts";
export { openBankStorage } from "./operations/stored-data/open-bank-storage.ts";
export { readRetentionMs } from "./operations/stored-data/retention-ms.ts";
export type { OwnChannel, PaymentChange } from "./own-channel/change-payment.ts";
export { describeOwnChannel } from "./own-channel/describe-own-channel.ts";
export { formatReportPage } from "./pages/format-report-page.ts";
export { type Html, html } from "./pages/html/html.ts";
export { markAsset } from "./pages/page-assets.ts";
export { type Palette, palettes } from "./pages/style/colours.ts";
export { pageStyle } from "./pages/style/page-style.ts";
export { anchorTrust } from "./parties/anchor-trust.ts";
export { findPsuId } from "./parties/psu-store.ts";
export { listTppIdentifiers } from "./parties/tpp-store.ts";
export { listNextSigners, type NextSigner } from "./payments/authorise/decide-signings.ts";
export { readBasket } from "./payments/baskets/basket-store.ts";
export { listWorldBaskets } from "./payments/baskets/list-world-baskets.ts";
export { type ListedBatch, listBatches } from "./payments/batches/list-batches.ts";
export type { DueBatchesRun } from "./payments/batches/run-due-batches.ts";
export { findTakingBatch } from "./payments/batches/take-payments.ts";
export { listChildren, readPayment } from "./payments/payment-store.ts";
export {
  nextPaymentStatus,
  type PaymentEvent,
  paymentTransitions,
} from "./payments/payment-transitions.ts";
export { listSignatures } from "./payments/signature-store.ts";
export {
  listPayments,
  listWorldPayments,
  readTppNames,
  selectPayments,
  type WorldPayment,
} from "./payments/view/list-world-payments.ts";
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
export { databaseClock, readWorldTime } from "./ports/clock.ts";
export type * from "./ports/core-bank.ts";
export { PortFailed } from "./ports/guard/port-failed.ts";
export type * from "./ports/ids.ts";
export { keySigner, type SealIdentity } from "./ports/key-signer.ts";
export type { KidRegister } from "./ports/kid-register.ts";
export type { Agreement, Person, PsuDirectory } from "./ports/psu-directory.ts";
export { randomIds } from "./ports/random-ids.ts";
export type { ResponseSigner, SignedBytes } from "./ports/response-signer.ts";
export type * from "./ports/sca-method.ts";
export {
  type SigningDecision,
  type SigningMandates,
  type SigningObstacle,
  type SigningRequest,
  signingObstacles,
} from "./ports/signing-mandates.ts";
export { SocketSigner, type SocketSignerOptions } from "./ports/socket-signer.ts";
export type { Admission, TppRegister, TppRequest } from "./ports/tpp-register.ts";
export { NoRoomForWorld, oneWorld, type Worlds } from "./ports/worlds.ts";
export { type BasketEvent, type BasketState, basketTransitions } from "./records/basket.ts";
export { type ConsentEvent, type ConsentState, consentTransitions } from "./records/consent.ts";
export { listEvents, type StoredEvent } from "./records/event.ts";
export { isScaOver, isScaTimedOut, type Sca, scaEndsAt } from "./records/sca.ts";
export type { ScaFault } from "./records/sca-fault.ts";
export { type ApiResponse, respondWith, respondWithList } from "./request/api-response.ts";
export type { FinishedRequest, RequestTrace, RequestTracer } from "./request/finished-request.ts";
export type {
  DroppedRequest,
  HandledRequest,
  Interventions,
  ResponseChange,
  UnroutedRequest,
} from "./request/interventions.ts";
export { linkTo } from "./request/links.ts";
export { isRefusal, type Refusal, refuse, refuseAll } from "./request/refusal.ts";
export type { RequestContext } from "./request/request-context.ts";
export type { AppUser } from "./sca/app/app-approvals.ts";
export type { AppChallenge } from "./sca/app/app-challenge.ts";
export {
  type AppConfirmation,
  type AppDevice,
  AppScaMethod,
  type AppScaOptions,
} from "./sca/app/app-sca-method.ts";
export { isOpenStep, type OpenStep, type ScaAction, type ScaStep } from "./sca/sca-step.ts";
export { listConsentScas, listScas, readSca } from "./sca/sca-store.ts";
export { type ScaEvent, scaTransitions } from "./sca/sca-transitions.ts";
export { hashSecret } from "./sca/start/start-sca.ts";
