import { headerValue, RawTpp, resign, type SignedRawRequest, selfSigned } from "@varde/testkit/tpp";
import type { Attacker } from "../stall/attacker.ts";
import type { Family } from "./growth-meter.ts";

/** A hostile request, before somebody signs it. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A sender of requests, with what of a request it signs. */
export interface Caller extends Pick<Family, "to" | "cpuMsMax"> {
  readonly name: string;
  readonly sign: (attacker: Attacker, request: HostileRequest) => Promise<SignedRawRequest>;
}

const kilobytes = 1024;

/** Returns what a bank in production may spend on a caller whom it does not know. */
const strangerMsMax = (bytes: number): number => {
  const share = Math.max(0, bytes - 16 * kilobytes) / (1024 * kilobytes);
  return 10 + 20 * Math.min(1, share);
};

/** An honest bulk of 1 MB takes more; 3 × its time is allowed. */
const identifiedMsMax = (bytes: number): number => 50 + (250 * bytes) / (1024 * kilobytes);
const sandboxMsMax = (): number => 50;

const unsigned: Caller["sign"] = async (_attacker, { method, path, headers = {}, body }) => ({
  method,
  path,
  headers: { ...headers },
  body,
});

const stranger = selfSigned();

const own = ({ tpp }: Attacker): RawTpp => tpp;
const unknown = ({ bank }: Attacker): RawTpp => new RawTpp(bank.production, stranger);

/** Signs an honest request, and then replaces what is hostile. */
const signOther =
  (of: (attacker: Attacker) => RawTpp): Caller["sign"] =>
  async (attacker, { method, path, headers = {}, body }) => {
    const signed = await of(attacker).sign({
      method,
      path,
      headers: attacker.headers,
      ...(body !== undefined && { body: "{}", sentBody: body }),
    });
    return { ...signed, headers: replaceHeaders(signed.headers, headers) };
  };

/** Signs the hostile request. */
const signAll =
  (of: (attacker: Attacker) => RawTpp): Caller["sign"] =>
  async (attacker, { method, path, headers = {}, body }) => {
    const tpp = of(attacker);
    const request = { method, path, headers: attacker.headers };
    const signed = await tpp.sign({ ...request, ...(body !== undefined && { body }) });
    const sent = replaceHeaders(signed.headers, headers);
    const isReplaced = "signature" in lowerCased(headers);
    if (headers !== undefined && !isReplaced) resign(sent, { key: tpp.key, method, target: path });
    return { ...signed, headers: sent };
  };

const lowerCased = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const replaceHeaders = (
  sent: SignedRawRequest["headers"],
  replaced: Readonly<Record<string, string>>,
): SignedRawRequest["headers"] => {
  const names = new Set(Object.keys(replaced).map((name) => name.toLowerCase()));
  const others = Object.keys(sent).filter((name) => !names.has(name.toLowerCase()));
  return {
    ...Object.fromEntries(
      others.map((name) => [name, headerValue(sent, name.toLowerCase()) ?? ""]),
    ),
    ...replaced,
  };
};

/** Everybody who may send a request, and what it may cost. */
export const callers: readonly Caller[] = [
  { name: "nobody", to: "production", cpuMsMax: strangerMsMax, sign: unsigned },
  { name: "nobody", to: "sandbox", cpuMsMax: sandboxMsMax, sign: unsigned },
  {
    name: "a stranger who signed something else",
    to: "production",
    cpuMsMax: strangerMsMax,
    sign: signOther(unknown),
  },
  { name: "a stranger", to: "production", cpuMsMax: strangerMsMax, sign: signAll(unknown) },
  {
    name: "a TPP that signed something else",
    to: "sandbox",
    cpuMsMax: identifiedMsMax,
    sign: signOther(own),
  },
  { name: "a TPP", to: "sandbox", cpuMsMax: identifiedMsMax, sign: signAll(own) },
  { name: "a TPP", to: "production", cpuMsMax: identifiedMsMax, sign: signAll(own) },
];
