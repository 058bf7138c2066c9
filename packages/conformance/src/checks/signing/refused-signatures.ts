import { randomUUID } from "node:crypto";
import { candidateHeaders, computeDigest } from "@varde/protocol";
import { describeResponse, isAccepted, isRefused, linkOf } from "../../wire/exchange.ts";
import type { Check, Scene } from "../check.ts";
import { createOwnPayment, psuHeaders, requestKinds } from "../request-kinds.ts";
import { flowsIn, rowsOn } from "../rows.ts";
import { askForSca } from "../sca/ask-for-sca.ts";
import { coversTarget, editSignature } from "./edit-signature.ts";

const { refuses, refusesEach } = rowsOn("SIG", requestKinds.payment);
const flow = flowsIn("SIG");
const onCustomers = rowsOn("SIG", requestKinds.customers);

const stated = { status: "stated" } as const;

/** Each candidate that a payment sends, left out of the signature. */
const uncovered = Object.fromEntries(
  candidateHeaders
    .filter((name) => name !== "psu-corporate-id")
    .map((name) => [name, { unsigned: [name] }]),
);

/** The bank may ask a TPP with the right role for an SCA, and must not ask another one. */
const refusesOtherRole = async (scene: Scene): Promise<void> => {
  await askForSca(scene, { change: { signer: "self-made" } });
  const headers = { "TPP-Redirect-URI": scene.bank.redirectUri, "PSU-IP-Address": "192.0.2.17" };
  const request = { method: "GET", path: "/v1/accounts", headers } as const;
  const other = await scene.send(request, { signer: "self-made-other-role" });
  const seen = describeResponse(other);
  scene.must(isRefused(other), `${seen}, not refused`);
  scene.must(linkOf(other, "scaRedirect") === undefined, `${seen}, with an SCA link`);
  scene.note(seen);
};

/** Unless it covers (request-target), a signature says nothing about method and path. */
const refusesReusedSignature = async (scene: Scene): Promise<void> => {
  scene.precondition(!scene.requiresTarget, "signatures of this bank cover method and path");
  const { path } = await createOwnPayment(scene);
  const headers = { ...psuHeaders(scene), "X-Request-ID": randomUUID() };
  const at = scene.clock.now();
  const same = { dateMs: () => at };
  const read = await scene.send({ method: "GET", path: `${path}/status`, headers }, same);
  scene.precondition(isAccepted(read), `the read: ${describeResponse(read)}`);
  const deleted = await scene.send({ method: "DELETE", path, headers }, same);
  const seen = `the deletion with its signature: ${describeResponse(deleted)}`;
  scene.must(isRefused(deleted), `${seen}, not refused`);
};

const partNames = ["keyId", "algorithm", "headers", "signature"] as const;

/** Signatures that a bank refuses, each on a payment that it would accept otherwise. */
// biome-ignore format: rows of a table
export const refusedSignatures: readonly Check[] = [
  refuses("sig-none", "SIG-03 HDR-15", "refuses a request without Signature",
    { sentHeaders: { Signature: undefined } },
    { ...stated, code: "HTTP_HEADER_REQUIRED", shouldRules: ["ERR-02"] }),
  refuses("sig-wrong", "SIG-04", "refuses a signature that does not verify",
    { signs: (text) => `${text} ` }, stated),
  refuses("sig-body-changed", "HDR-12", "refuses a body that was changed after signing",
    { sentText: (text) => text.replace("Storgata 1", "Storgata 2") }, { shouldRules: ["HDR-31"] }),
  refuses("sig-no-digest", "HDR-11", "refuses a payment without Digest", { digest: "none" }),
  refuses("sig-digest-unsigned", "HDR-31", "refuses a Digest that is not signed",
    { unsigned: ["digest"] }),
  refuses("sig-512-wrong", "HDR-12", "refuses a SHA-512 Digest of another body",
    { headers: { Digest: computeDigest(Buffer.from("{}"), "SHA-512") } },
    { control: { digest: "SHA-512" } }),
  // Banks read other forms too; the interface only says which form a TPP sends.
  refuses("sig-date-form", "GEN-11", "refuses a Date that is not an IMF-fixdate",
    { headers: { Date: () => new Date().toISOString() } }, { level: "should" }),
  refuses("sig-psu-changed", "SIG-04 SIG-24", "refuses a PSU-ID that was changed after signing",
    { sentHeaders: { "PSU-ID": () => randomUUID() } }, stated),
  refuses("sig-redirect-changed", "SIG-04 SIG-24", "refuses a TPP-Redirect-URI that was changed after signing",
    { sentHeaders: { "TPP-Redirect-URI": (uri) => `${uri}?changed=1` } }, stated),
  refuses("sig-id-changed", "SIG-04 SIG-24", "refuses an X-Request-ID that was changed after signing",
    { sentHeaders: { "X-Request-ID": () => randomUUID() } }, stated),
  refusesEach("sig-uncovered", "SIG-24 SIG-30", "refuses a signature that leaves out a candidate header that is sent",
    uncovered),
  // A payment with a company's id would be refused for other reasons; the customer list ignores it.
  onCustomers.refuses("sig-uncovered-company", "SIG-24 SIG-30", "refuses a signature that leaves out PSU-Corporate-ID",
    { headers: { "PSU-Corporate-ID": randomUUID() }, unsigned: ["psu-corporate-id"] },
    { control: { headers: { "PSU-Corporate-ID": randomUUID() } }, needs: ["sandbox"] }),
  refuses("sig-listed-absent", "SIG-25", "refuses a signature that lists a header which is not sent",
    { covered: (names) => [...names, "psu-corporate-id"] }),
  refuses("sig-target-wrong", "SIG-22", "refuses a signature over another (request-target)",
    { ...coversTarget, signs: (text) => text.replace("(request-target): post ", "(request-target): put ") },
    { control: coversTarget }),
  refuses("sig-serial", "SIG-16", "refuses a keyId with another serial number",
    { parts: (parts) => ({ ...parts, keyId: parts.keyId.replace(/^SN=[^,]*/, "SN=1234ABCD") }) }),
  refuses("sig-issuer", "SIG-18", "refuses a keyId with another issuer",
    { parts: (parts) => ({ ...parts, keyId: parts.keyId.replace(/CA=.*$/s, "CA=CN=Somebody Else,C=NO") }) }),
  refusesEach("sig-algorithm", "SIG-19", "refuses an algorithm that does not match the key", {
    "ecdsa-sha256": { parts: (parts) => ({ ...parts, algorithm: "ecdsa-sha256" }) },
    "hmac-sha256": { parts: (parts) => ({ ...parts, algorithm: "hmac-sha256" }) },
  }),
  // Names of headers have no letter case in HTTP, so a tolerant bank does no harm.
  refuses("sig-names-case", "SIG-21", "refuses upper-case names in the headers part",
    { parts: (parts) => ({ ...parts, headers: parts.headers.map((name) => name.toUpperCase()) }) },
    { level: "should" }),
  refusesEach("sig-part-missing", "SIG-12 SIG-32", "refuses a Signature header without one of its parts",
    Object.fromEntries(partNames.map((name) => [name, editSignature((parts) =>
      parts.filter((part) => !part.startsWith(`${name}=`)))]))),
  refusesEach("sig-part-twice", "SIG-12 SIG-32", "refuses a Signature header with a part twice",
    Object.fromEntries(partNames.map((name) => [name, editSignature((parts) =>
      [...parts, ...parts.filter((part) => part.startsWith(`${name}=`))])]))),
  refusesEach("sig-twice", "SIG-35", "refuses a security header that is sent twice", {
    Signature: { sentTwice: "Signature" },
    Digest: { sentTwice: "Digest" },
    Date: { sentTwice: "Date" },
    certificate: { sentTwice: "TPP-Signature-Certificate" },
  }),
  refuses("sig-other-key", "HDR-14", "refuses a signature by another key than the certificate's",
    { signer: "other-key" }),
  refuses("sig-certificate-none", "HDR-13", "refuses a request without TPP-Signature-Certificate",
    { sentHeaders: { "TPP-Signature-Certificate": undefined } }),
  refusesEach("sig-certificate-form", "HDR-14", "refuses a TPP-Signature-Certificate that is not base64", {
    sign: { sentHeaders: { "TPP-Signature-Certificate": (right = "") => `${right.slice(0, 40)}!${right.slice(40)}` } },
    end: { sentHeaders: { "TPP-Signature-Certificate": (right = "") => `${right}*` } },
  }),
  // The interface gives no status for trust, so any refusal will do.
  onCustomers.refuses("sig-expired", "SIG-06", "refuses a certificate that has expired",
    { signer: "self-made-expired" },
    { control: { signer: "self-made" }, needs: ["sandbox"], level: "should", statuses: [400, 401, 403] }),
  onCustomers.refuses("sig-short-key", "SIG-34", "refuses an RSA key of 1024 bits",
    { signer: "self-made-1024-bit" },
    { control: { signer: "self-made" }, needs: ["sandbox"], statuses: [400, 401, 403] }),
  refuses("sig-untrusted", "SIG-06", "refuses a certificate that nobody trusts",
    { signer: "self-made" },
    { needs: ["production"], level: "should", statuses: [400, 401, 403] }),
  flow("sig-role", "SIG-05", "refuses a TPP whose certificate has no role for the operation",
    refusesOtherRole, { needs: ["sandbox"] }),
  flow("sig-reused", "SIG-42", "refuses the signature of a read when it comes again with a deletion",
    refusesReusedSignature),
];
