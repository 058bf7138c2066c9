import assert from "node:assert/strict";
import type { RunningBank } from "@varde/bank";
import {
  type ControlResponse,
  formatKeyId,
  isInvalid,
  psd2Roles,
  readCertificatePem,
  type SigningRequest,
  type TppMessageCode,
  tppMessageCodes,
} from "@varde/protocol";
import type { CertificateAuthority } from "../certificate-authority/index.ts";
import { ControlRefused } from "../control-refused.ts";
import type { DataSet } from "../data-set/index.ts";
import { type ErrorText, errorTexts } from "../reference/texts/error-texts.ts";
import type { WorldClock } from "../worlds/index.ts";
import { type ReceivedResponse, sendSigned } from "./send-signed.ts";
import { type SignedRequest, signAsTpp } from "./sign-as-tpp.ts";
import type { StoredTpp, StoredTpps } from "./stored-tpps.ts";

/** The parts of a sandbox that signing and sending need. */
export interface Desk extends Pick<RunningBank, "bank" | "app"> {
  readonly authority: CertificateAuthority;
  readonly storedTpps: StoredTpps;
  readonly clock: WorldClock;
  readonly dataSet: DataSet;
}

/** A signed request with its response, and the explanation if the signature was refused. */
export interface SignedCall extends SignedRequest {
  readonly response: ReceivedResponse;
  readonly explanation?: object;
  /** The error codes of a refusal, with cause and remedy. */
  readonly codes: Readonly<Record<string, ErrorText>>;
}

/** The TPP the sandbox signs as by default; created at first use. */
const ownTpp = { name: "Reference TPP", organisationNumber: "310000018", kind: "working" } as const;

/** Lists the TPPs the sandbox can sign for, without their keys. */
export const listTpps = ({
  storedTpps,
}: Pick<Desk, "storedTpps">): ControlResponse<"listTpps">["tpps"] =>
  storedTpps.list().map(({ privateKeyPem: _key, certificatePem, ...tpp }) => ({
    ...tpp,
    ...describeCertificate(certificatePem),
  }));

const describeCertificate = (certificatePem: string) => {
  const certificate = readCertificatePem(certificatePem);
  assert(!isInvalid(certificate), "the sandbox issued a malformed certificate");
  return {
    validFrom: new Date(certificate.notBefore).toISOString(),
    validUntil: new Date(certificate.notAfter).toISOString(),
    keyId: formatKeyId(certificate),
  };
};

/** Signs a request without sending it. */
export const signAtDesk = async (input: SigningRequest, desk: Desk): Promise<SignedRequest> => {
  const tpp = await findTpp(input.tpp, desk);
  return signAsTpp(input, tpp, desk.bank.configuration, desk.clock.machineNow());
};

/** Signs a request, sends it to this bank, and returns both the request and the response. */
export const callFromDesk = async (input: SigningRequest, desk: Desk): Promise<SignedCall> => {
  const signed = await signAtDesk(input, desk);
  const response = await sendSigned(signed, desk.app.server.address());
  const link = response.headers["varde-explain"]?.split("/").at(-1);
  const explanation =
    link === undefined ? undefined : await desk.bank.explanations.open(link, "desk");
  const codes = explainCodes(response);
  const isExplained = explanation !== undefined && explanation !== "busy";
  return { ...signed, response, codes, ...(isExplained && { explanation }) };
};

const explainCodes = ({ status, body }: ReceivedResponse): SignedCall["codes"] => {
  if (status < 400) return {};
  const named = tppMessageCodes.filter((code) => body.includes(`"${code}"`));
  return Object.fromEntries(named.map((code: TppMessageCode) => [code, errorTexts[code]]));
};

const findTpp = async (named: string | undefined, desk: Desk): Promise<StoredTpp> => {
  const stored = desk.storedTpps.list();
  const requested = named ?? ownTpp.name;
  // If several TPPs have the name, the newest one is used.
  const found = stored.find(({ tppId, name }) => tppId === requested || name === requested);
  if (found !== undefined) return found;
  if (named !== undefined && named !== ownTpp.name) {
    const known = stored.map(({ tppId, name }) => `${tppId} (${name})`).join(", ");
    throw new ControlRefused(`there is no TPP ${named}; there are: ${known || "none yet"}`);
  }
  return makeOwnTpp(desk);
};

let making: Promise<unknown> = Promise.resolve();

/** Creates the default TPP; calls are queued, so that concurrent ones do not create two. */
const makeOwnTpp = async (desk: Desk): Promise<StoredTpp> => {
  const made = making.then(async () => {
    const known = desk.storedTpps.list().find(({ name }) => name === ownTpp.name);
    if (known !== undefined) return known;
    const input = { ...ownTpp, roles: psd2Roles };
    const certificate = await desk.authority.issueTppCertificate(input);
    const issuedAt = new Date(desk.clock.machineNow()).toISOString();
    desk.storedTpps.store({ ...input, issuedAt }, certificate);
    return desk.storedTpps.list()[0] as StoredTpp;
  });
  making = made.catch(() => undefined);
  return made;
};
