import { isInvalid, parseIdentityNumber } from "@varde/protocol";
import { type ClientCheck, eachRequest, type ObservedClient } from "../observed/client-check.ts";
import { hasFaultAt, isAccountRead } from "../observed/compare-requests.ts";
import type { RequestFact } from "../observed/request-facts.ts";
import { isDocumentationAddress, isPublicAddress } from "./public-address.ts";

const all = (): boolean => true;
const anyRequest = "Send any request.";
const skewMsMax = 10_000;
const dayMs = 86_400_000;
const daysMin = 30;
const psusPerAddressMax = 2;

const signatureHeaders = ["Signature", "TPP-Signature-Certificate", "Date", "Digest"];

/** Returns why a request is not signed, unless a more specific check says so. */
const findUnsigned = (request: RequestFact): string | undefined => {
  const { refusedBy, uncovered } = request;
  if (refusedBy === "checkRequiredHeaders") {
    const missing = signatureHeaders.find((name) => hasFaultAt(request, name));
    return missing && `${missing} is missing`;
  }
  if (refusedBy === "checkSignature" && uncovered === undefined) return "the signature is wrong";
  if (refusedBy === "checkKeyId") return "the Signature header is malformed or names another key";
  return refusedBy === "checkCertificate" ? "the certificate is not accepted" : undefined;
};

const countPsus = (ip: string, { requests }: ObservedClient): number =>
  new Set(requests.filter(({ psuIp, psuId }) => psuIp === ip && psuId).map(({ psuId }) => psuId))
    .size;

const findPrivateAddress = ({ psuIp = "" }: RequestFact, client: ObservedClient) => {
  if (isDocumentationAddress(psuIp)) return undefined;
  if (!isPublicAddress(psuIp)) return `${psuIp} is not a public address`;
  const psus = countPsus(psuIp, client);
  return psus > psusPerAddressMax ? `${psus} PSUs have the address ${psuIp}` : undefined;
};

const identityNumber = /(?<![0-9a-z-])[0-9]{11}(?![0-9a-z-])/gi;

const isHttps = (address: string): boolean =>
  !address.startsWith("http:") || /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(address);

/** PSUs who were said to be present, though they did not open the SCA that the bank asked for. */
const findAbsentPsu = (request: RequestFact, { requests, scas }: ObservedClient) => {
  const isSentToSca = ({ psuIp, hasScaLink, status, psuId }: RequestFact) =>
    psuIp !== undefined && hasScaLink === true && status === 401 && psuId === request.psuId;
  if (!isSentToSca(request)) return undefined;
  const earlier = requests.find(
    (one) =>
      one.number < request.number &&
      isSentToSca(one) &&
      request.worldAt - one.worldAt > absentMs &&
      !scas.some(({ number }) => number > one.number && number < request.number),
  );
  return earlier && `PSU-IP-Address was sent again, though nobody completed the SCA for minutes`;
};
const absentMs = 5 * 60_000;

/** Checks that a client is who it says and protects its PSUs. */
export const securityChecks: readonly ClientCheck[] = [
  {
    id: "t-signed",
    area: "security",
    rules: ["SIG-02"],
    level: "must",
    says: "Every request has a signature that the bank can verify.",
    toSee: anyRequest,
    fix: "Open the request: it shows the string that the bank expected to be signed.",
    observe: eachRequest(all, findUnsigned),
  },
  {
    id: "t-covers-all",
    area: "security",
    rules: ["SIG-24"],
    level: "must",
    says: "The signature covers every header that it must cover.",
    toSee: anyRequest,
    fix:
      "Add date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri to the " +
      "headers part whenever they are sent.",
    observe: eachRequest(
      ({ covers }) => covers !== undefined,
      ({ uncovered }) => uncovered && `does not cover ${uncovered}`,
    ),
  },
  {
    id: "t-digest-right",
    area: "security",
    rules: ["HDR-12"],
    level: "must",
    says: "Digest is the hash of exactly the bytes that were sent.",
    toSee: "Send a request with a body.",
    fix: "Hash the bytes that you send, and do not change them afterwards.",
    observe: eachRequest(
      ({ digest }) => digest !== undefined,
      ({ refusedBy }) =>
        refusedBy === "checkDigest" ? "Digest does not match the body" : undefined,
    ),
  },
  {
    id: "t-date-skew",
    area: "security",
    rules: ["SIG-08"],
    level: "should",
    says: "Date differs from the bank's clock by at most 10 seconds.",
    toSee: anyRequest,
    fix: "Synchronise the clock of your server (NTP), and sign a request just before you send it.",
    observe: eachRequest(
      ({ dateSkewMs }) => dateSkewMs !== undefined,
      ({ dateSkewMs = 0 }) =>
        Math.abs(dateSkewMs) > skewMsMax
          ? `Date differs by ${Math.round(dateSkewMs / 1000)} seconds`
          : undefined,
    ),
  },
  {
    id: "t-strict-forms",
    area: "security",
    rules: ["SIG-37"],
    level: "should",
    says: "The signature has the form that strict banks ask for.",
    toSee: anyRequest,
    fix: "Write each part as the interface asks for; the page of tolerated forms shows both forms.",
    observe: eachRequest(
      ({ covers }) => covers !== undefined,
      ({ tolerated }) => tolerated && `strict banks refuse: ${tolerated}`,
    ),
  },
  {
    id: "t-ip-public",
    area: "security",
    rules: ["HDR-22"],
    level: "must",
    says: "PSU-IP-Address is the public address of the PSU, not one of your own network.",
    toSee: "Send a request while the PSU is present.",
    fix: "Send the address that your front end sees (X-Forwarded-For of your own proxy).",
    observe: eachRequest(({ psuIp }) => psuIp !== undefined, findPrivateAddress),
  },
  {
    id: "t-ip-only-present",
    area: "security",
    rules: ["SCA-24"],
    level: "must",
    service: "aisp",
    says: "PSU-IP-Address is sent only while the PSU is present.",
    toSee: "Read balances or transactions.",
    fix: "Leave PSU-IP-Address out of requests that a job of yours sends.",
    observe: eachRequest(
      (request) => isAccountRead(request) || request.operation === "listAccounts",
      findAbsentPsu,
    ),
  },
  {
    id: "t-no-national-id",
    area: "security",
    rules: [],
    level: "must",
    says: "No address contains a national identity number.",
    toSee: anyRequest,
    fix: "Send identity numbers only in the header that the interface has for them.",
    observe: eachRequest(
      ({ target }) => !target.includes("/v1/sandbox/"),
      ({ target }) =>
        (target.match(identityNumber) ?? []).some((text) => !isInvalid(parseIdentityNumber(text)))
          ? "the address contains an identity number"
          : undefined,
    ),
  },
  {
    id: "t-redirect-https",
    area: "security",
    rules: ["RED-11"],
    level: "must",
    says: "TPP-Redirect-URI is an https address.",
    toSee: "Send a request with TPP-Redirect-URI.",
    fix: "Send the PSU back to a page of yours that is served over TLS.",
    observe: eachRequest(
      ({ redirectUri }) => redirectUri !== undefined,
      ({ redirectUri = "" }) => (isHttps(redirectUri) ? undefined : `${redirectUri} is not https`),
    ),
  },
  {
    id: "t-certificate-days",
    area: "security",
    rules: ["SIG-06"],
    level: "should",
    says: "The certificate is valid for more than 30 days.",
    toSee: anyRequest,
    fix: "Renew the certificate, and let the bank know the new one before the old one expires.",
    observe: (client) => {
      const latest = client.requests.findLast((one) => one.certificateUntil !== undefined);
      if (latest?.certificateUntil === undefined) return { looked: 0, faults: [] };
      const days = Math.floor((latest.certificateUntil - client.now) / dayMs);
      const text = `the certificate expires in ${days} days`;
      return { looked: 1, faults: days < daysMin ? [{ number: latest.number, text }] : [] };
    },
  },
  {
    id: "t-asks-signed-responses",
    area: "security",
    rules: ["SIG-11"],
    level: "should",
    says: "The client asks for signed responses, so that it can verify them.",
    toSee: anyRequest,
    fix: "Send Accept-Signature, and verify the signature of each response.",
    observe: ({ requests }) => {
      const first = requests.find(({ isVerified }) => isVerified);
      if (first === undefined) return { looked: 0, faults: [] };
      const asks = requests.filter(({ asksSignature }) => asksSignature === true);
      const faults = [{ number: first.number, text: "Accept-Signature was never sent" }];
      return { looked: requests.length, faults: asks.length === 0 ? faults : [] };
    },
  },
];
