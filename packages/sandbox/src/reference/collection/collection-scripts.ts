/**
 * The scripts of the collection. They use only the part of the script API that all API clients
 * support, and contain no key: the sandbox signs.
 */

const signingHeaders = ["X-Request-ID", "Date", "Digest", "TPP-Signature-Certificate", "Signature"];
const signedHeaders = ["PSU-ID", "PSU-Corporate-ID", "TPP-Redirect-URI"];
const storedIds = ["paymentId", "authorisationId", "basketId", "customerId"];

/** Returns the script that runs before every request and has the sandbox sign it. */
export const signingScript = (): string =>
  `const bank = pm.variables.get("bank");
const root = bank + pm.variables.get("pathPrefix");
const day = (daysAhead) => new Date(Date.now() + daysAhead * 86400000).toISOString().slice(0, 10);
pm.collectionVariables.set("payDay", day(30));
pm.collectionVariables.set("yesterday", day(-1));

const input = {
  method: pm.request.method,
  target: pm.variables.replaceIn(pm.request.url.toString()).slice(root.length),
  headers: {},
};
for (const name of ${JSON.stringify(signedHeaders)}) {
  const value = pm.variables.replaceIn(pm.request.headers.get(name) || "");
  // A header without a value is not sent: it would have to be signed.
  if (value === "") pm.request.headers.remove(name);
  else input.headers[name] = value;
}
if (pm.request.body && pm.request.body.raw) {
  input.body = pm.variables.replaceIn(pm.request.body.raw);
}
if (pm.variables.get("tpp")) input.tpp = pm.variables.get("tpp");

pm.sendRequest({
  url: bank + "/control/v1/signatures",
  method: "POST",
  header: { "Content-Type": "application/json" },
  body: { mode: "raw", raw: JSON.stringify(input) },
}, (error, response) => {
  if (error) throw new Error("No response from " + bank + ". Run: npx varde start");
  const signed = response.json();
  if (response.code !== 200) throw new Error(signed.text);
  for (const name of ${JSON.stringify(signingHeaders)}) {
    const value = signed.request.headers[name];
    if (value) pm.request.headers.upsert({ key: name, value: value });
  }
});`;

/** Returns the script that runs after every response: stores ids and completes an SCA. */
export const followingScript = (): string =>
  `const text = pm.response.text();
const body = text === "" ? {} : pm.response.json();
for (const name of ${JSON.stringify(storedIds)}) {
  if (body[name]) pm.collectionVariables.set(name, body[name]);
}

const link = body._links && body._links.scaRedirect && body._links.scaRedirect.href;
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
    if (error) throw new Error("The SCA was not completed: no response from the sandbox.");
    if (done.code !== 200) throw new Error("The SCA was not completed: " + done.json().text);
    const psuId = /[?&]psu-id=([^&]+)/.exec(done.json().redirect);
    const session = /[?&]tpp-session-id=([^&]+)/.exec(done.json().redirect);
    if (psuId) pm.collectionVariables.set("psuId", psuId[1]);
    if (session) pm.collectionVariables.set("sessionId", session[1]);
  });
}`;

/** Returns the script that checks the status of a response and stores values for later requests. */
export const expectingScript = (
  statuses: readonly number[],
  keeps: Readonly<Record<string, string>> = {},
): string =>
  [
    `pm.test("returns ${statuses.join(" or ")}", () =>`,
    `  pm.expect([${statuses.join(", ")}].includes(pm.response.code)).to.equal(true));`,
    ...Object.entries(keeps).map(
      ([variable, path]) =>
        `pm.collectionVariables.set("${variable}", pm.response.json()${path
          .split(".")
          .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
          .join("")});`,
    ),
  ].join("\n");
