import { randomUUID } from "node:crypto";
import { isInvalid, readCertificatePem, signRequest } from "@varde/protocol";
import { type Caller, customer, paymentsPath, paymentTemplate, redirectUri } from "./caller.ts";

type Json = Readonly<Record<string, unknown>>;

/** Gets a certificate from the sandbox and completes an SCA for one PSU. */
export const prepareCaller = async (port: number): Promise<Caller> =>
  openSession(port, await issueCertificate(port));

type Identity = Pick<Caller, "certificatePem" | "privateKeyPem">;

/** Gets a certificate of a new TPP from the sandbox. */
export const issueCertificate = async (port: number): Promise<Identity> => {
  const issued = await post(`http://127.0.0.1:${port}/control/v1/tpp-certificates`, {
    name: "Bench TPP",
  });
  return issued as unknown as Identity;
};

/** Completes an SCA for one PSU in a new session of a TPP. */
export const openSession = async (
  port: number,
  { certificatePem, privateKeyPem }: Identity,
): Promise<Caller> => {
  const base = `http://127.0.0.1:${port}`;
  const sessionId = randomUUID();
  const body = paymentTemplate.replace("AMOUNT", "0.50");
  const headers = {
    "x-accept-fix": "amount-as-string",
    "X-Request-ID": randomUUID(),
    "TPP-Session-ID": sessionId,
    "TPP-Redirect-URI": redirectUri,
    "PSU-Context": "PRIVATE",
    "PSU-IP-Address": "192.0.2.10",
  };
  // Further sessions create the same payment again.
  const target = `${paymentsPath}?allowLogicalDuplicate=true`;
  const certificate = readCertificatePem(certificatePem);
  if (isInvalid(certificate)) throw new Error(`The certificate ${certificate.reason}.`);
  const added = await signRequest({
    method: "POST",
    target,
    headers,
    body,
    key: privateKeyPem,
    certificate: certificate,
    atMs: Date.now(),
  });
  const created = await fetchJson(`${base}${target}`, body, { ...headers, ...added });
  const scaRedirect = (created as { _links: { scaRedirect: { href: string } } })._links.scaRedirect;
  const { redirect } = (await post(`${base}/control/v1/sca`, {
    scaRedirect: scaRedirect.href,
    customerNumber: customer.number,
    decision: "approve",
  })) as { redirect: string };
  const psuId = new URL(redirect).searchParams.get("psu-id");
  if (psuId === null) throw new Error(`The SCA failed: ${redirect}`);
  return { certificatePem, privateKeyPem, psuId, sessionId };
};

const post = (url: string, body: Json): Promise<Json> => fetchJson(url, JSON.stringify(body), {});

const fetchJson = async (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Json> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text}`);
  return JSON.parse(text) as Json;
};
