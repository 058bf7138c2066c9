import { randomUUID } from "node:crypto";
import { headerNames, headerTitle } from "@varde/protocol";
import { changePart, headerValue, type RawRequest, resign } from "@varde/testkit/tpp";
import type { Attacker } from "./attacker.ts";
import { spoil } from "./hostile-texts.ts";
import { fillPath, parametersIn, type Target, withText } from "./interface-targets.ts";
import type { Attempt, Place } from "./stall-case.ts";

/** Headers that the interface does not define, and that the bank or a proxy reads. */
export const otherHeaders = [
  "Accept",
  "Accept-Encoding",
  "Accept-Language",
  "Accept-Signature",
  "Authorization",
  "Client-Cert",
  "Content-Encoding",
  "Content-Type",
  "Cookie",
  "Forwarded",
  "Host",
  "If-None-Match",
  "Last-Event-ID",
  "Origin",
  "PSU-Accept-Language",
  "PSU-User-Agent",
  "Sec-Fetch-Site",
  "traceparent",
  "tracestate",
  "User-Agent",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
];
const signatureParts = ["keyId", "algorithm", "headers", "signature"];

/** Greatest lengths of headers, and almost all that the headers together may have. */
const headerLengths = [128, 512, 1024, 2048, 8192, 27_000];
/** The other parts take some of the 8 kB of a Signature. */
const partLengths = [128, 1024, 4096, 7400];
const targetLengths = [128, 1024, 8192, 27_000];
const textLengths = [70, 2000, 60_000, 900_000];

/** Lists every place of an operation that takes a text. */
export const interfacePlaces = (attacker: Attacker, target: Target): readonly Place[] => {
  const { path, query, textFields } = target;
  const pathAt = (name: string, locate: (text: string) => string): Place => ({
    name,
    lengths: targetLengths,
    format: (attempt) => formatWithPath(attacker, target, locate(targetText(attempt))),
  });
  return [
    ...[...headerNames.map(headerTitle), ...otherHeaders].map((name) => ({
      name,
      lengths: headerLengths,
      format: (attempt: Attempt) => formatWithHeader(attacker, target, name, attempt),
    })),
    ...signatureParts.map((part) => ({
      name: `${part} of Signature`,
      lengths: partLengths,
      format: (attempt: Attempt) => formatWithPart(attacker, target, part, attempt),
    })),
    ...parametersIn(path).map((name) =>
      pathAt(`{${name}} of the path`, (text) => fillPath(path, name, text)),
    ),
    ...[...Object.keys(query), "unknown"].map((name) =>
      pathAt(`${name} of the query`, (text) => `${fillPath(path)}?${name}=${text}`),
    ),
    pathAt("names of the query", (text) => `${fillPath(path)}?${text}`),
    ...textFields.map((steps) => ({
      name: `/${steps.join("/")}`,
      lengths: textLengths,
      format: (attempt: Attempt) => {
        const body = withText(target.example ?? {}, steps, spoil("", attempt));
        return formatWithBody(attacker, target, body, attempt.isSigned);
      },
    })),
  ];
};

const validRequest = ({ headers }: Attacker, { method, path, example }: Target): RawRequest => ({
  method,
  path: fillPath(path),
  headers,
  ...(example === undefined ? {} : { body: example }),
});

/** Spoils a header of a signed request and, if the attempt says so, signs it again. */
const formatWithHeader = async (
  attacker: Attacker,
  target: Target,
  name: string,
  attempt: Attempt,
): Promise<Buffer> => {
  const signed = await attacker.signOnce(validRequest(attacker, target));
  const sent = { ...signed.headers, "X-Request-ID": randomUUID() };
  const lower = name.toLowerCase();
  const value = spoil(headerValue(sent, lower) ?? "", attempt);
  const others = Object.entries(sent).filter(([key]) => key.toLowerCase() !== lower);
  const headers = { ...Object.fromEntries(others), [name]: value };
  if (attempt.isSigned && lower !== "signature") {
    resign(headers, { key: attacker.tpp.key, method: signed.method, target: signed.path });
  }
  return attacker.format({ ...signed, headers });
};

const formatWithPart = async (
  attacker: Attacker,
  target: Target,
  part: string,
  attempt: Attempt,
): Promise<Buffer> => {
  const signed = await attacker.signOnce(validRequest(attacker, target));
  const signature = String(signed.headers.Signature);
  const value = new RegExp(`${part}="([^"]*)"`).exec(signature)?.[1] ?? "";
  const Signature = changePart(signature, part, spoil(value, attempt));
  return attacker.format({ ...signed, headers: { ...signed.headers, Signature } });
};

const formatWithPath = async (
  attacker: Attacker,
  target: Target,
  path: string,
): Promise<Buffer> => {
  const request = { ...validRequest(attacker, target), path };
  return attacker.format(await attacker.tpp.sign(request));
};

/** Formats a request with a body; unsigned, its Digest is that of another body. */
export const formatWithBody = async (
  attacker: Attacker,
  target: Target,
  body: unknown,
  isSigned: boolean,
): Promise<Buffer> => {
  const request = validRequest(attacker, target);
  const sentBody = typeof body === "string" ? body : JSON.stringify(body);
  const signed = await attacker.tpp.sign(
    isSigned ? { ...request, body: sentBody } : { ...request, sentBody },
  );
  return attacker.format(signed);
};

/** Writes a text as a part of a target: encoded, or as it is except what would end the line. */
export const targetText = (attempt: Attempt): string => {
  const text = spoil("", attempt);
  return attempt.isSigned
    ? encodeURIComponent(text).slice(0, attempt.length)
    : text.replace(/[^\x21-\x7e]/g, "+");
};
