import { randomUUID } from "node:crypto";
import { describeResponse, isAccepted, isRefused, textAt } from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { freshRemittance, requestKinds } from "../request-kinds.ts";
import { flowsIn, rowsOn } from "../rows.ts";

const flow = flowsIn("HDR");
const onPayment = rowsOn("HDR", requestKinds.payment);
const onBasket = rowsOn("HDR", requestKinds.basket);

/** The headers that payments and baskets require: id, rule and name. */
const required = [
  ["redirect-uri", "HDR-07", "TPP-Redirect-URI"],
  ["ip", "HDR-22", "PSU-IP-Address"],
  ["session", "HDR-06", "TPP-Session-ID"],
  ["psu-id", "HDR-16", "PSU-ID"],
] as const;

const missing = { code: "HTTP_HEADER_REQUIRED", shouldRules: ["ERR-02"] } as const;

const requiredOn = (rows: typeof onPayment, prefix: string, what: string): readonly Check[] =>
  required.map(([id, rule, name]) =>
    rows.refuses(
      `${prefix}${id}`,
      rule,
      `refuses a ${what} without ${name}`,
      { headers: { [name]: undefined } },
      missing,
    ),
  );

const separatesRequests = async (scene: Scene): Promise<void> => {
  const request = await requestKinds.payment.prepare(scene);
  const named = { ...request, headers: { ...request.headers, "X-Request-ID": randomUUID() } };
  const first = await scene.send(named);
  scene.precondition(isAccepted(first), describeResponse(first));
  const other = await scene.send(named, {
    body: { "/remittanceInformationUnstructured": freshRemittance() },
  });
  const isFirst = textAt(other, "paymentId") === textAt(first, "paymentId");
  scene.must(!isAccepted(other) || !isFirst, "another payment got the response of the first");
  scene.should(isRefused(other), `${describeResponse(other)}, not refused`);
};

/** Headers of payments and baskets. */
// biome-ignore format: rows of a table
export const headerChecks: readonly Check[] = [
  ...requiredOn(onPayment, "hdr-", "payment"),
  ...requiredOn(onBasket, "hdr-basket-", "basket"),
  onPayment.refuses("hdr-psu-id-form", "HDR-17", "refuses a PSU-ID that is not a UUID",
    { headers: { "PSU-ID": "not-a-uuid" } }),
  onPayment.refuses("hdr-context-value", "HDR-20", "accepts PRIVATE as PSU-Context and refuses HOME",
    { headers: { "PSU-Context": "HOME" } }, { control: { headers: { "PSU-Context": "PRIVATE" } } }),
  flow("hdr-id-reused", "HDR-05", "does not return an earlier payment for another one with its X-Request-ID",
    separatesRequests, { shouldRules: ["HDR-29"] }),
  // HTTP/1.1 itself requires Host, so a proxy in front of a bank may refuse it.
  onPayment.accepts("hdr-no-host", "HDR-03", "accepts a request without Host",
    { hasNoHost: true }, { level: "should" }),
  onPayment.refuses("hdr-device-form", "HDR-25", "refuses a PSU-Device-ID that is not a UUID",
    { headers: { "PSU-Device-ID": "my-phone" } },
    { control: { headers: { "PSU-Device-ID": randomUUID() } } }),
  onBasket.refuses("hdr-basket-device-form", "HDR-25", "refuses a basket whose PSU-Device-ID is not a UUID",
    { headers: { "PSU-Device-ID": "my-phone" } },
    { control: { headers: { "PSU-Device-ID": randomUUID() } } }),
  onPayment.refuses("hdr-method-value", "HDR-24", "accepts PUT as PSU-HTTP-Method and refuses FETCH",
    { headers: { "PSU-HTTP-Method": "FETCH" } },
    { control: { headers: { "PSU-HTTP-Method": "PUT" } } }),
  onPayment.accepts("hdr-forwarded-accepted", "HDR-23", "accepts the headers that are forwarded from the PSU's browser", {
    headers: {
      "PSU-IP-Port": "49152",
      "PSU-Accept": "text/html",
      "PSU-Accept-Charset": "utf-8",
      "PSU-Accept-Encoding": "gzip",
      "PSU-Accept-Language": "nb-NO",
      "PSU-User-Agent": "Mozilla/5.0",
      "PSU-HTTP-Method": "POST",
      "PSU-Device-ID": randomUUID(),
      "PSU-Geo-Location": "GEO:59.913868,10.752245",
    },
  }),
  // The interface names the values, but not what a bank does that has adopted them all.
  onPayment.accepts("hdr-accept-fix-list", "HDR-02 VER-03", "accepts several values in x-accept-fix",
    { headers: { "x-accept-fix": "amount-as-string, longer-names" } }, { level: "should" }),
  onPayment.accepts("hdr-accept-fix-unknown", "VER-18", "ignores an unknown value of x-accept-fix",
    { headers: { "x-accept-fix": "amount-as-string,not-a-fix" } }),
  onPayment.refusesEach("hdr-redirect-form", "RED-11", "refuses a TPP-Redirect-URI that no browser should be sent to", {
    "not an address": { headers: { "TPP-Redirect-URI": "callback" } },
    ftp: { headers: { "TPP-Redirect-URI": "ftp://tpp.example/callback" } },
    script: { headers: { "TPP-Redirect-URI": "javascript:alert(1)" } },
  }),
  onBasket.accepts("hdr-basket-no-digest", "HDR-26", "accepts a basket without Digest",
    { digest: "none" }, { control: {} }),
];
