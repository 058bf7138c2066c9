import { foundation } from "./001-foundation.ts";
import { paymentLife } from "./002-payment-life.ts";
import { consents } from "./003-consents.ts";
import { eventsBySubject } from "./004-events-by-subject.ts";
import { appApprovals } from "./005-app-approvals.ts";
import { ages } from "./006-ages.ts";
import { basketHash } from "./007-basket-hash.ts";
import { sessionChanges } from "./008-session-changes.ts";
import { countedListings } from "./009-counted-listings.ts";
import { consentScope } from "./010-consent-scope.ts";
import { sessionRowChanges } from "./011-session-row-changes.ts";
import { databaseOwner } from "./012-database-owner.ts";
import { psuRowChanges } from "./013-psu-row-changes.ts";
import { stopCountingSessions } from "./014-stop-counting-sessions.ts";
import { scaProofs } from "./015-sca-proofs.ts";
import { paymentInitiation } from "./016-payment-initiation.ts";
import { visitProofs } from "./017-visit-proofs.ts";
import { audit } from "./018-audit.ts";
import { appChallenges } from "./019-app-challenges.ts";
import { kpi } from "./020-kpi.ts";
import { openScas } from "./021-open-scas.ts";
import { jobLease } from "./022-job-lease.ts";
import { paymentAge } from "./023-payment-age.ts";
import { shownQuotes } from "./024-shown-quotes.ts";
import { signingMandates } from "./025-signing-mandates.ts";
import { signedSeals } from "./026-signed-seals.ts";
import { accessEpoch } from "./027-access-epoch.ts";
import { scaEnds } from "./028-sca-ends.ts";
import { oneExecutionADay } from "./029-one-execution-a-day.ts";
import { namedByNumber } from "./030-named-by-number.ts";

/** The migrations of the bank's tables, in the order they run. */
export const bankMigrations = [
  foundation,
  paymentLife,
  consents,
  eventsBySubject,
  appApprovals,
  ages,
  basketHash,
  sessionChanges,
  countedListings,
  consentScope,
  sessionRowChanges,
  databaseOwner,
  psuRowChanges,
  stopCountingSessions,
  scaProofs,
  paymentInitiation,
  visitProofs,
  audit,
  appChallenges,
  kpi,
  openScas,
  jobLease,
  paymentAge,
  shownQuotes,
  signingMandates,
  signedSeals,
  accessEpoch,
  scaEnds,
  oneExecutionADay,
  namedByNumber,
];
