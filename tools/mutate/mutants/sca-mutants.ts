import { declareMutants } from "../mutant.ts";

const session = "bank/src/pipeline/checks/check-session.ts";
const psus = "bank/src/parties/psu-store.ts";
const sca = "bank/src/records/sca.ts";
const flow = "bank/src/sca/sca-flow.ts";
const open = "bank/src/sca/open-sca.ts";
const pages = "bank/src/http/routes/pages.ts";
const scaRoutes = "bank/src/http/routes/sca-routes.ts";
const dropsFirst = "const link = readCallbackLink(request, state); dropCallback(reply, state);";
const grant = "bank/src/consents/grant-consent.ts";
const revoke = "bank/src/consents/revoke-consent.ts";
const choices = "bank/src/consents/list-consent-choices.ts";
const quotes = "bank/src/payments/quote-payment.ts";
const costs = "bank/src/payments/view/view-costs.ts";
const isPsuPresent = 'context.received.headers.has("psu-ip-address")';
const deletes = "=> deleteConsentAccount(consent, id)),";

export const scaMutants = declareMutants([
  [
    "SCA-01",
    "bank/src/sca/start/refuse-with-sca.ts",
    "{ startSca: () =>",
    'context.operation.id === "createPayment" ? {} : { startSca: () =>',
  ],
  [
    "SCA-02",
    "tpp/src/psu/find-sca-redirect.ts",
    "if (own !== undefined) return own;",
    "",
    "client",
  ],
  ["SCA-03", "bank/src/pipeline/pipeline.ts", 'session !== "none"', 'session === "or-single-sca"'],
  [
    "SCA-04",
    "bank/src/sca/complete-sca.ts",
    "successAddress(sca.redirectUri, success)",
    'successAddress("https://other.example/", success)',
  ],
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: texts to find.
  ["SCA-05", psus, "where psu_id = ${psuId} and", "where psu_id <> ${psuId} and"],
  [
    "SCA-06",
    psus,
    "where psu_id = ${psuId} and tpp_id = ${scope.tppId} and world_id = ${scope.worldId}`",
    "where psu_id = ${psuId}`",
  ],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: texts to find.
  ["SCA-07", psus, "set tpp_id = excluded.tpp_id", "set psu_id = excluded.psu_id"],
  [
    "SCA-08",
    session,
    "personId === context.psu?.personId)",
    'personId === context.psu?.personId && context.operation.sca !== "accounts")',
  ],
  ["SCA-09", session, "if (sessionId !== undefined)", "if (false)"],
  ["SCA-10", grant, "...added.map((id) => insertConsentAccount(consent, id, grant.at)),", ""],
  [
    "SCA-11",
    "bank/src/own-channel/change-own-consent.ts",
    "await bank.storage.write(() => grantConsent({ ...consent, accountIds, at }, bank.ids));",
    "",
    "own",
  ],
  ["SCA-12", choices, "agreement?.accountIds ?? []", "[]"],
  ["SCA-13", choices, "isGranted: granted.has(account.accountId)", "isGranted: false", "page"],
  ["SCA-14", grant, `...removed.map((id) ${deletes}`, ""],
  ["SCA-15", revoke, `...revoked.map((id) ${deletes}`, "", "own"],
  [
    "SCA-16",
    "bank/src/pipeline/checks/check-consent.ts",
    "agreement.accountIds.filter((id) => grantedIds.has(id))",
    "agreement.accountIds",
  ],
  [
    "SCA-17",
    "bank/src/payments/create/find-debtor.ts",
    "if (!account.mayPay)",
    "if (false)",
    "parties",
  ],
  [
    "SCA-18",
    flow,
    'if (another !== undefined) return { at: "context", sca, agreements };',
    "",
    "page",
  ],
  [
    "SCA-19",
    session,
    'requested === "CORPORATE" && context.operation.agreement === "named"',
    "false",
  ],
  [
    "SCA-20",
    "bank/src/sca/redirect-address.ts",
    '{ "psu-corporate-id": success.psuCorporateId }',
    "{}",
  ],
  [
    "SCA-21",
    "bank/src/parties/list-agreements.ts",
    "yield* assignCorporateId(bank.ids.newId(), agreementId, scope)",
    "bank.ids.newId()",
  ],
  ["SCA-22", session, "needsAgreement ? refuseWithoutCorporateId : undefined", "undefined"],
  ["SCA-23", "bank/src/accounts/count-unattended-call.ts", isPsuPresent, "false"],
  ["SCA-24", "bank/src/accounts/count-unattended-call.ts", isPsuPresent, "true"],
  [
    "SCA-25",
    flow,
    'if (approval.kind === "nothing") return this.#complete(sca, { accountIds: [] });',
    "if (true) return this.#complete(sca, { accountIds: [] });",
  ],
  [
    "SCA-25",
    "bank/src/pages/approve-cancellation-page.ts",
    ": paymentDetails(details, frame.locale)",
    ': ""',
    "page",
  ],
  ["SCA-26", sca, "identificationAttemptsMax = 5", "identificationAttemptsMax = 6", "harm"],
  ["SCA-27", sca, "scaIdleMsMax = 5 * 60_000", "scaIdleMsMax = 6 * 60_000", "time"],
  ["SCA-28", open, '&& !canMoveSca(sca, "opened")', "&& false", "page"],
  ["SCA-28", open, 'if (isScaOver(sca)) return { closed: "used", sca, isBound };', "", "page"],
  ["SCA-29", session, "if (psu === undefined) return [];", "return [];"],
  ["SCA-30", session, "if (requested !== undefined)", "if (false)"],
  [
    "SCA-31",
    "bank/src/sca/authenticated-sca.ts",
    "assert(#stored in sca,",
    "assert(true,",
    "inside",
  ],
  ["SCA-31", "bank/src/sca/sca-store.ts", "return #isStored in value;", "return true;", "inside"],
  [
    "SCA-31",
    "bank/src/payments/baskets/basket-subject.ts",
    "assertAuthenticated(sca);",
    "",
    "inside",
  ],
  ["SCA-32", flow, "if (!isBound) return { step: identifyStep(sca), isBound };", "", "page"],
  [
    "SCA-32",
    flow,
    'usesForm ? step : { at: "begin", sca: step.sca }',
    "this.begin(step, locale)",
    "page",
  ],
  ["SCA-33", pages, 'reply.header("refresh", String(retrySeconds))', "", "page"],
  ["SCA-33", scaRoutes, "const link = readCallbackLink(request, state);", dropsFirst, "page"],
  ["SCA-34", pages, "origin === undefined || origin", 'origin === "null" || origin', "page"],
  ["SCA-34", pages, '"referrer-policy": "same-origin"', '"referrer-policy": "unsafe-url"', "page"],
  [
    "SCA-35",
    sca,
    "subjectHash === bindShown(hashNow, shown)",
    "subjectHash !== undefined",
    "inside",
  ],
  [
    "SCA-35",
    quotes,
    "if (payment.currency === payment.feeCurrency) continue;",
    "continue;",
    "inside",
  ],
  [
    "SCA-35",
    "bank/src/sca/start/start-sca.ts",
    "bindShown(subject.hash, subject.shown)",
    "subject.hash",
    "inside",
  ],
  ["SCA-35", costs, 'ordered === "NOK"', "false", "page"],
  ["SCA-35", costs, "amounts.push(feeMinor, ", "amounts.push(", "page"],
  [
    "SCA-35",
    "bank/src/sca/describe-approval.ts",
    "paid + describeDebits(details, locale)",
    "paid",
    "page",
  ],
  [
    "SCA-35",
    "bank/src/payments/execute/read-initiations.ts",
    "BigInt(quote.amountMinor) !== amountMinor",
    "false",
    "core",
  ],
  ["SCA-36", scaRoutes, "isBound === true ? await this.#orEnd(step) : step", "step", "page"],
  ["SCA-36", flow, "isScaOver(sca) && !isScaTimedOut(sca, now)", "false", "page"],
  [
    "SCA-37",
    "bank/src/sca/app/app-approvals.ts",
    "if (sca === undefined || another !== undefined)",
    "if (sca === undefined)",
    "own",
  ],
  [
    "SCA-37",
    "bank/src/sca/app/app-approvals.ts",
    "return agreements.map((agreement) =>",
    "return agreements.slice(0, 1).map((agreement) =>",
    "own",
  ],
]);
