import { declareMutants } from "../mutant.ts";

const move = "bank/src/payments/move-payments.ts";
const decide = "bank/src/payments/authorise/decide-signings.ts";
const subject = "bank/src/payments/authorise/payment-subject.ts";
const refuse = "bank/src/payments/authorise/refuse-signer.ts";
const start = "bank/src/payments/authorise/start-payment-authorisation.ts";
const owner = "bank/src/payments/belongs-to-psu.ts";
const baskets = "bank/src/payments/baskets";
const readStatus = "bank/src/payments/view/present-payment.ts";

export const mandateMutants = declareMutants([
  ["MAN-01", move, "person_id = coalesce(person_id, ", "person_id = coalesce(null, ", "parties"],
  ["MAN-01", move, "payment.agreementId ?? signing.agreementId", "signing.agreementId", "parties"],
  ["MAN-02", subject, 'if (verdict?.decision.kind === "more") {', "if (false) {", "parties"],
  [
    "MAN-03",
    readStatus,
    "{ psuMessage: partly.signersMissing(",
    "{ other: partly.signersMissing(",
    "parties",
  ],
  ["MAN-04", refuse, '"signed-already": "CONFLICT",', "", "parties"],
  ["MAN-05", start, "if (refused !== undefined) return refused;", "", "parties"],
  ["MAN-05", refuse, ': "PSU_CREDENTIALS_INVALID"', ': "SCA_INVALID"', "parties"],
  ["MAN-06", owner, "psu.agreementId === agreementId && mayUsePayment", "mayUsePayment", "parties"],
  [
    "MAN-06",
    owner,
    "if (isSharedPayment(payment, bank) && personId",
    "if (false && personId",
    "parties",
  ],
  [
    "MAN-07",
    decide,
    "own.filter(({ subjectHash }) => subjectHash === hash)",
    "own.filter(() => true)",
    "parties",
  ],
  [
    "MAN-08",
    decide,
    "signedBy: signatures.map(({ personId }) => personId)",
    "signedBy: []",
    "parties",
  ],
  [
    "MAN-09",
    "bank/src/payments/signature-store.ts",
    "where signing_day.nok_minor = ",
    "where 0 <= ",
    "parties",
  ],
  ["MAN-09", decide, "addMinor(before, totalNokMinor)", "addMinor(before)", "parties"],
  [
    "MAN-10",
    subject,
    "payment.version !== verdict.order.payment.version",
    "payment.version < verdict.order.payment.version",
    "parties",
  ],
  [
    "MAN-11",
    "bank/src/payments/payment-transitions.ts",
    'timedOutPartly: "RJCT"',
    'timedOutPartly: "CANC"',
    "parties",
  ],
  [
    "MAN-12",
    "bank/src/payments/cancel/start-payment-cancellation.ts",
    "if (because !== undefined) return refuseSigner(because);",
    "",
    "parties",
  ],
  [
    "MAN-13",
    `${baskets}/basket-subject.ts`,
    'isWhole ? "signed" : "signedPartly"',
    '"signed"',
    "parties",
  ],
  [
    "MAN-13",
    "bank/src/payments/batches/close-payments.ts",
    'yield* closeIfNobodyWaits(basket, { actor: "bank", at }, ids)',
    "",
    "parties",
  ],
  ["MAN-14", `${baskets}/delete-basket.ts`, " || isBasketPartlySigned(basket)", "", "parties"],
  ["MAN-14", "bank/src/payments/cancel/delete-payment.ts", " && !isInSignedBasket", "", "parties"],
  ["MAN-15", decide, "(children.length === 0 ? [payment] : children)", "[payment]", "parties"],
  [
    "MAN-16",
    "bank/src/sca/complete-sca.ts",
    'sca.channel === "own" ? undefined : yield* introducePsu',
    "false ? undefined : yield* introducePsu",
    "parties",
  ],
  [
    "MAN-17",
    "bank/src/ports/guard/port-results.ts",
    "decide: both(isListOf(isSigningDecision), isOneForEach),",
    "decide: isList,",
    "core",
  ],
  [
    "MAN-18",
    "server/src/ports/open-ports.ts",
    "await bank.signingMandates?.decide([]);",
    "",
    "production",
  ],
  [
    "MAN-19",
    "bank/src/payments/execute/read-initiations.ts",
    "parentId ?? paymentId",
    "paymentId",
    "parties",
  ],
  [
    "MAN-20",
    subject,
    '...(isPartial ? { outcome: "waits-for-others" } : { settle',
    '...(!isPartial ? { outcome: "waits-for-others" } : { settle',
    "parties",
  ],
  ["MAN-21", readStatus, "scaRedirect: linkToPage(sca.link),", "", "parties"],
  [
    "MAN-22",
    "core-bank-http/src/client/create-http-core-bank.ts",
    "settings.mandates ? callMandates(client) : undefined",
    "callMandates(client)",
    "core",
  ],
  [
    "MAN-22",
    "server/src/ports/http-core-bank.ts",
    'mandates: settings["coreBank.mandates"],',
    "",
    "core",
  ],
]);
