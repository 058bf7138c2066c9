import { declareMutants } from "../mutant.ts";

const limits = "protocol/src/limits.ts";
const kinds = "protocol/src/operations/operation-kinds.ts";
const parseJson = "protocol/src/json/parse-json.ts";
const session = "bank/src/pipeline/checks/check-session.ts";
const consent = "bank/src/pipeline/checks/check-consent.ts";
const counting = "bank/src/accounts/count-unattended-call.ts";
const unopened = "bank/src/request/unopened-scas.ts";
const halfSent = "bank/src/http/connections/half-sent-requests.ts";
const form = "bank/src/request/form.ts";
const pages = "bank/src/http/routes/pages.ts";
const waiting = "bank/src/http/connections/waiting-requests.ts";
const connection = "bank/src/http/connections/connection.ts";
const heldBytes = "bank/src/http/connections/held-bytes.ts";
const chunkedBody = "bank/src/http/connections/chunked-body.ts";
const gate = "bank/src/http/connections/request-gate.ts";
const readPage = "bank/src/accounts/read-page.ts";
const pendingIsWhole = 'bank.configuration.mode !== "sandbox" && !account.isCard';

export const limitMutants = declareMutants([
  ["LIM-01", limits, "basketPaymentsMax: 100", "basketPaymentsMax: 99"],
  ["LIM-02", limits, "basketPaymentsMax: 100", "basketPaymentsMax: 101"],
  ["LIM-03", limits, "sessionMinutesMax: 60", "sessionMinutesMax: 58"],
  ["LIM-04", limits, "sessionMinutesMax: 60", "sessionMinutesMax: 62"],
  [
    "LIM-05",
    "bank/src/payments/create/draft-payment.ts",
    'status: "RCVD"',
    'status: psu === undefined ? "RCVD" : "ACTC"',
  ],
  ["LIM-06", session, "if (sessionId !== undefined)", "if (false)"],
  [
    "LIM-07",
    "bank/src/parties/session-store.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text to find.
    "session_id <> ${session.sessionId}",
    "session_id is null",
  ],
  [
    "LIM-08",
    "bank/src/sca/sca-flow.ts",
    "return this.#leave(sca, refusedFault);",
    "return this.#complete(sca, { accountIds: [] });",
  ],
  ["LIM-09", "bank/src/accounts/read-balances.ts", "[accountId], context", "[], context"],
  ["LIM-10", consent, "if (!granted.includes(accountId)) return refuseUngranted;", ""],
  [
    "LIM-11",
    "bank/src/accounts/read-transaction.ts",
    "[account.accountId], context",
    "[], context",
  ],
  [
    "LIM-12",
    "bank/src/accounts/listing.ts",
    'if (!isPsuPresent(context) && listing.from < oldest) return tooOld("dateFrom", oldest);',
    "",
  ],
  ["LIM-13", consent, "if (isConsentExpired(consent, context.now))", "if (false)", "time"],
  ["LIM-14", limits, "scaRenewalDays: 180", "scaRenewalDays: 182", "time"],
  ["LIM-15", limits, "transactionPageSizeDefault: 200", "transactionPageSizeDefault: 100"],
  ["LIM-16", "bank/src/accounts/listing-links.ts", "&limit=", "&size="],
  ["LIM-17", readPage, pendingIsWhole, "false", "production"],
  ["LIM-18", readPage, pendingIsWhole, "!account.isCard", "allowed"],
  ["LIM-18", readPage, pendingIsWhole, 'bank.configuration.mode !== "sandbox"', "production"],
  ["LIM-19", "bank/src/accounts/access-store.ts", "unattended_access.first_at <=", "0 <="],
  ["LIM-20", counting, "if (isAllowed) counted.push(calls);", "if (true) counted.push(calls);"],
  ["LIM-20", counting, '"retry-after": String(seconds), ', ""],
  [
    "LIM-21",
    "bank/src/http/connections/requests-in-flight.ts",
    "      this.#count -= 1;",
    "",
    "flood",
  ],
  ["LIM-22", "protocol/src/schemas/bodies/baskets.ts", "minItems: 1", "minItems: 0"],
  ["LIM-23", kinds, "usualBodyBytesMax = 64 * 1024", "usualBodyBytesMax = 64 * 1025", "allowed"],
  ["LIM-23", kinds, "bulkBodyBytesMax: largeBodyBytesMax,", "", "allowed"],
  ["LIM-23", "bank/src/http/read-body.ts", "if (bytes <= bytesMax) return;", "return;", "allowed"],
  ["LIM-24", limits, "jsonLevelsMax: 32", "jsonLevelsMax: 31", "allowed"],
  ["LIM-24", parseJson, "if (depth > limits.jsonLevelsMax) return", "if (false) return", "allowed"],
  ["LIM-25", limits, "unknownNamesMax: 500", "unknownNamesMax: 501", "allowed"],
  ["LIM-25", parseJson, "!knownNames.has(name) &&", "", "allowed"],
  ["LIM-25", parseJson, "unknown.add(name)", "unknown.add(name + start)", "allowed"],
  ["LIM-26", limits, "combiningMarksMax: 30", "combiningMarksMax: 31", "allowed"],
  ["LIM-27", limits, "jsonValuesMax: 100_000", "jsonValuesMax: 200_000", "allowed"],
  ["LIM-27", parseJson, "if (scan.commas >= limits.jsonValuesMax)", "if (false)", "allowed"],
  [
    "LIM-29",
    unopened,
    "return [dropUnopened(started.splice(0, this.#batch))];",
    "return [];",
    "inside",
  ],
  [
    "LIM-29",
    unopened,
    "add(tppId: TppId, scaId: ScaId): readonly Statement[] {",
    'add(_: TppId, scaId: ScaId, tppId = ""): readonly Statement[] {',
    "inside",
  ],
  ["LIM-29", unopened, " and status = 'received'", "", "inside"],
  [
    "LIM-30",
    "bank/src/sca/start/refuse-with-sca.ts",
    'violation.code === "CONSENT_EXPIRED" &&',
    "false &&",
    "time",
  ],
  [
    "LIM-28",
    "bank/src/http/interface-server.ts",
    "readBody(request, headers,",
    'if (request.method === "POST") this.#takePlace(request, output); readBody(request, headers,',
    "flood",
  ],
  ["LIM-28", halfSent, "|| this.#largest > this.#addressMax", "", "flood"],
  ["LIM-28", halfSent, "this.#all.size > this.#limits.halfSentMax", "false", "flood"],
  ["LIM-28", halfSent, "isToBlame ? ofMost : ofAll", "ofMost", "flood"],
  ["LIM-28", halfSent, "isToBlame ? ofMost : ofAll", "ofAll", "flood"],
  [
    "LIM-28",
    halfSent,
    "this.#bodyBytes > this.#limits.halfSentBytesMax && this.#abandonLarge()",
    "false",
    "flood",
  ],
  [
    "LIM-28",
    "bank/src/http/connections/trusted-proxies.ts",
    "end = start - 1;",
    "return address;",
    "flood",
  ],
  ["LIM-34", form, "fields.length >= countMax", "false", "page"],
  ["LIM-34", pages, "if (await isChecklist(request)) return payload;", "return payload;", "page"],
  ["LIM-31", waiting, "share.count < countMax / 2", "true", "flood"],
  ["LIM-31", waiting, "share.bytes + bytes > bytesMax / 2", "false", "flood"],
  ["LIM-31", waiting, "withoutRoom.add(entry.caller);", "return;", "flood"],
  ["LIM-31", waiting, "performance.now() + waitMs", "performance.now() + 2 * waitMs", "flood"],
  ["LIM-31", waiting, "if (admitted === admittedPerTurn)", "if (false)", "flood"],
  ["LIM-32", chunkedBody, "this.#chunks > chunkLimits.chunks + earned", "false", "flood"],
  ["LIM-32", chunkedBody, "+ earned * framingPerChunk", "* 100", "flood"],
  ["LIM-32", chunkedBody, "if (this.#isAboveLimit()) return undefined;", "", "flood"],
  ["LIM-33", connection, "this.due.size > 0 && this", "this", "flood"],
  ["LIM-33", connection, "taken === this.#bytesTaken", "false", "flood"],
  [
    "LIM-33",
    connection,
    "handle.bytesWritten - handle.writeQueueSize",
    "handle.bytesWritten",
    "flood",
  ],
  ["LIM-33", heldBytes, "holder.address !== most.address", "false", "flood"],
  ["LIM-33", heldBytes, "while (this.#total > this.#max) this.#closeSome();", "", "flood"],
  ["LIM-33", gate, "body === undefined && this.#connection.isServing", "false", "flood"],
]);
