import { accountFlows } from "./accounts/account-flows.ts";
import { consentFlows } from "./accounts/consent-flows.ts";
import { pageFlows } from "./accounts/page-flows.ts";
import { quotaFlows } from "./accounts/quota-flows.ts";
import { sandboxFlows } from "./accounts/sandbox-flows.ts";
import type { Check } from "./check.ts";
import { errorChecks } from "./passive/error-checks.ts";
import { responseChecks } from "./passive/response-checks.ts";
import { approvedPayments } from "./payments/approved-payments.ts";
import { basketFlows } from "./payments/basket-flows.ts";
import { paymentFlows } from "./payments/payment-flows.ts";
import { crossBorderBodies } from "./requests/cross-border-bodies.ts";
import { domesticBodies } from "./requests/domestic-bodies.ts";
import { headerChecks } from "./requests/header-checks.ts";
import { identification } from "./sca/identification.ts";
import { redirects } from "./sca/redirects.ts";
import { sessionFlows } from "./sca/session-flows.ts";
import { acceptedSignatures } from "./signing/accepted-signatures.ts";
import { dateLimits } from "./signing/date-limits.ts";
import { refusedSignatures } from "./signing/refused-signatures.ts";
import { signatureSweeps } from "./signing/signature-sweeps.ts";
import { tlsChecks } from "./signing/tls-checks.ts";
import { pathVariants } from "./variants/path-variants.ts";
import { paymentVariants } from "./variants/payment-variants.ts";
import { signingVariants } from "./variants/signing-variants.ts";

/**
 * Every check but the gates, in the order of the report. A new file of checks is one line here: no
 * other file has to know it.
 */
export const bankChecks: readonly Check[] = [
  ...tlsChecks,
  ...acceptedSignatures,
  ...refusedSignatures,
  ...dateLimits,
  ...signatureSweeps,
  ...signingVariants,
  ...paymentVariants,
  ...pathVariants,
  ...headerChecks,
  ...domesticBodies,
  ...crossBorderBodies,
  ...paymentFlows,
  ...approvedPayments,
  ...basketFlows,
  ...redirects,
  ...identification,
  ...sessionFlows,
  ...accountFlows,
  ...consentFlows,
  ...pageFlows,
  ...quotaFlows,
  ...errorChecks,
  ...responseChecks,
  ...sandboxFlows,
];
