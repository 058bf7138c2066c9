/**
 * The scripts of the collection, in the few words of the client programs' own API that all of them
 * have. They hold no key: the sandbox signs.
 */

const signingHeaders = ["X-Request-ID", "Date", "Digest", "TPP-Signature-Certificate", "Signature"];
const signedHeaders = ["PSU-ID", "PSU-Corporate-ID", "TPP-Redirect-URI"];
const keptByThemselves = ["paymentId", "authorisationId", "basketId", "customerId"];

/** Before every request: has it signed by the sandbox, as it will be sent. */
export const signingScript = (): string =>
  `const bank = pm.variables.get("bank");
const day = (daysAhead) => new Date(Date.now() + daysAhead * 86400000).toISOString().slice(0, 10);
pm.collectionVariables.set("payDay", day(30));
pm.collectionVariables.set("yesterday", day(-1));

const wish = {
  method: pm.request.method,
  target: pm.variables.replaceIn(pm.request.url.toString()).slice(bank.length),
  headers: {},
};
for (const name of ${JSON.stringify(signedHeaders)}) {
  const value = pm.variables.replaceIn(pm.request.headers.get(name) || "");
  // A header without a value is not sent: it would have to be signed.
  if (value === "") pm.request.headers.remove(name);
  else wish.headers[name] = value;
}
if (pm.request.body && pm.request.body.raw) {
  wish.body = pm.variables.replaceIn(pm.request.body.raw);
}
if (pm.variables.get("tpp")) wish.tpp = pm.variables.get("tpp");

pm.sendRequest({
  url: bank + "/control/v1/signatures",
  method: "POST",
  header: { "Content-Type": "application/json" },
  body: { mode: "raw", raw: JSON.stringify(wish) },
}, (error, answer) => {
  if (error) throw new Error("The sandbox does not answer at " + bank + ": is it running?");
  const signed = answer.json();
  if (answer.code !== 200) throw new Error(signed.text);
  for (const name of ${JSON.stringify(signingHeaders)}) {
    const value = signed.request.headers[name];
    if (value) pm.request.headers.upsert({ key: name, value: value });
  }
});`;

/** After every answer: keeps ids, and completes an SCA in place of the PSU. */
export const followingScript = (): string =>
  `const text = pm.response.text();
const answer = text === "" ? {} : pm.response.json();
for (const name of ${JSON.stringify(keptByThemselves)}) {
  if (answer[name]) pm.collectionVariables.set(name, answer[name]);
}

const link = answer._links && answer._links.scaRedirect && answer._links.scaRedirect.href;
const approveAs = pm.variables.get("approveAs");
if (link && approveAs) {
  pm.sendRequest({
    url: pm.variables.get("bank") + "/control/v1/sca",
    method: "POST",
    header: { "Content-Type": "application/json" },
    body: {
      mode: "raw",
      raw: JSON.stringify({ scaRedirect: link, customerNumber: approveAs, decision: "approve" }),
    },
  }, (error, done) => {
    if (error) throw new Error("The SCA was not completed: the sandbox does not answer.");
    if (done.code !== 200) throw new Error("The SCA was not completed: " + done.json().text);
    const psuId = /[?&]psu-id=([^&]+)/.exec(done.json().redirect);
    const session = /[?&]tpp-session-id=([^&]+)/.exec(done.json().redirect);
    if (psuId) pm.collectionVariables.set("psuId", psuId[1]);
    if (session) pm.collectionVariables.set("sessionId", session[1]);
  });
}`;

/** After one request: what it has to answer, and what of it later ones need. */
export const expectingScript = (
  statuses: readonly number[],
  keeps: Readonly<Record<string, string>> = {},
): string =>
  [
    `pm.test("answers ${statuses.join(" or ")}", () =>`,
    `  pm.expect([${statuses.join(", ")}].includes(pm.response.code)).to.equal(true));`,
    ...Object.entries(keeps).map(
      ([variable, path]) =>
        `pm.collectionVariables.set("${variable}", pm.response.json()${path
          .split(".")
          .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
          .join("")});`,
    ),
  ].join("\n");
