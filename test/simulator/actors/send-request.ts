import { signRequest } from "@varde/protocol";
import { signCheaply } from "@varde/testkit/signers";
import type { WireRequest, WireResponse } from "../machine/exchange.ts";
import type { TppIdentity } from "../machine/prepared-bank.ts";
import type { Scene } from "./scene.ts";

export interface RequestToSend {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const triesMax = 8;
/** The bank accepts a Date header that is at most 60 seconds old. */
const signatureMsMax = 50_000;
/** The bank remembers a request for a day; a response that comes later proves nothing. */
const repeatMsMax = 23 * 3_600_000;

/**
 * Sends a request until the bank has responded to it: as it was signed, while its date is accepted,
 * and later signed again with the same X-Request-ID. Resolves to undefined if the TPP gives up.
 */
export const sendRequest = async (
  tpp: TppIdentity,
  request: RequestToSend,
  scene: Scene,
): Promise<WireResponse | undefined> => {
  const { turns, time, trace, chance } = scene.machine;
  const requestId = newUuid(scene);
  const firstAt = time.nowMs;
  const isTooLate = () => time.nowMs - firstAt > repeatMsMax;
  let signedAt = firstAt;
  let signed = await sign(tpp, request, requestId, signedAt);
  for (let tries = 0; tries < triesMax; tries += 1) {
    await turns.wait(tpp.name, `${request.method} ${shorten(request.path)}`);
    if (isTooLate()) return undefined;
    if (Math.abs(time.nowMs - signedAt) > signatureMsMax) {
      signedAt = time.nowMs;
      signed = await sign(tpp, request, requestId, signedAt);
    }
    const bank = scene.bank();
    const response = await bank.serve(signed);
    await turns.wait(tpp.name, `response to ${request.method} ${shorten(request.path)}`);
    if (isTooLate()) return undefined;
    if (response === undefined || chance.happens(scene.machine.faults.connectionCut)) {
      trace.note("the connection breaks");
      continue;
    }
    const { status, json } = response;
    trace.note(`${status} ${json?.tppMessages?.[0]?.code ?? json?.transactionStatus ?? ""}`.trim());
    // A process whose clock is off refuses right requests for their date; the other may not.
    if (status >= 400 && bank.host.refusesDates) continue;
    if (status < 500) return response;
  }
  return undefined;
};

const sign = async (
  { certificate }: TppIdentity,
  { method, path, headers, body }: RequestToSend,
  requestId: string,
  atMs: number,
): Promise<WireRequest> => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = {
    ...headers,
    "X-Request-ID": requestId,
    ...(text === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const signature = await signRequest({
    method,
    target: path,
    headers: sent,
    ...(text === undefined ? {} : { body: text }),
    key: signCheaply,
    certificate,
    atMs,
  });
  return { method, path, headers: { ...sent, ...signature }, body: text };
};

/** Returns a UUID that follows from the seed. */
export const newUuid = ({ machine: { chance } }: Scene): string => {
  const digits = Array.from({ length: 31 }, () => chance.below(16).toString(16)).join("");
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(12, 15)}`,
    `8${digits.slice(15, 18)}`,
    digits.slice(18, 30),
  ];
  return groups.join("-");
};

/** Leaves out what all paths share. */
const shorten = (path: string): string =>
  path.replace("/v1/", "").replace(/(instant-)?norwegian-([a-z]+)-[\w-]+/, "$1$2");
