import { createHash } from "node:crypto";
import { isInvalid } from "../../invalid.ts";
import { formatDateHeader, parseDateHeader } from "../date-header.ts";
import { computeDigest, digestAlgorithms } from "../digest.ts";
import { otherJson, reindent } from "../other-json.ts";
import { type LineMistake, type SignatureEvidence, valueMistake } from "./mistake.ts";

const momentSecondsMax = 120;
const zoneHoursMax = 14;

const textOf = (body: Uint8Array): string => Buffer.from(body).toString("utf8");

const digestValues = (bodies: readonly (string | Uint8Array)[]): string[] =>
  bodies.flatMap((body) => digestAlgorithms.map((each) => computeDigest(Buffer.from(body), each)));

const digest = (
  mistake: string,
  why: string,
  alternatives: (value: string, evidence: SignatureEvidence) => Iterable<string>,
): LineMistake => valueMistake(mistake, "digest", why, alternatives);

const base64Part = (value: string): string => value.replace(/^[^=]*=/, "");
const hexHash = (value: string): string => Buffer.from(base64Part(value), "base64").toString("hex");
const algorithmToken = (value: string): string => value.replace(/=.*$/s, "");

const digestMistakes: readonly LineMistake[] = [
  digest(
    "digest-of-minified-body",
    "Digest is computed over the body exactly as sent, not over minified JSON",
    (_value, { body, reader }) => digestValues(reindent(textOf(body), reader, [0])),
  ),
  digest(
    "digest-of-pretty-body",
    "Digest is computed over the body exactly as sent, not over indented JSON",
    (_value, { body, reader }) => digestValues(reindent(textOf(body), reader, [2, 4, "\t", 3])),
  ),
  digest(
    "digest-of-other-json",
    "Digest is computed over the body exactly as sent, not over other JSON",
    (_value, { body, reader }) => {
      const text = textOf(body);
      const others = otherJson.flatMap(([, write]) => write(text, reader));
      return digestValues(others.filter((other) => other !== text));
    },
  ),
  digest(
    "digest-of-empty-body",
    "Digest is computed over the body exactly as sent, not over nothing",
    () => digestValues([""]),
  ),
  digest(
    "digest-of-body-with-newline",
    "the body that was sent ends differently",
    (_value, { body }) => {
      const text = textOf(body);
      return digestValues([`${text}\n`, `${text}\r\n`, text.trimEnd()]);
    },
  ),
  digest("digest-of-other-algorithm", "the Digest sent is the one signed", (_value, { body }) =>
    digestValues([body]),
  ),
  digest("digest-token-case", "the Digest is signed exactly as it is sent", (value) => [
    `${algorithmToken(value).toLowerCase()}=${base64Part(value)}`,
    `${algorithmToken(value).toUpperCase()}=${base64Part(value)}`,
    `${algorithmToken(value).replace("-", "")}=${base64Part(value)}`,
    `${algorithmToken(value).replace("-", "").toLowerCase()}=${base64Part(value)}`,
  ]),
  digest("digest-without-algorithm", "the whole Digest value is signed", (value) => [
    base64Part(value),
  ]),
  digest("digest-as-hex", "the Digest is signed exactly as it is sent", (value) => {
    const hex = hexHash(value);
    const token = algorithmToken(value);
    return [
      `${token}=${hex}`,
      `${token}=${hex.toUpperCase()}`,
      hex,
      `${token}=${Buffer.from(hex).toString("base64")}`,
    ];
  }),
  digest("digest-url-alphabet", "the Digest is signed exactly as it is sent", (value) => {
    const url = Buffer.from(base64Part(value), "base64").toString("base64url");
    return [
      `${algorithmToken(value)}=${url}`,
      `${algorithmToken(value)}=${base64Part(value).replace(/(?<!=)=+$/, "")}`,
    ];
  }),
  digest("digest-with-broken-algorithm", "MD5 and SHA-1 are not accepted", (_value, { body }) => [
    `MD5=${createHash("md5").update(body).digest("base64")}`,
    `SHA=${createHash("sha1").update(body).digest("base64")}`,
    `SHA-1=${createHash("sha1").update(body).digest("base64")}`,
  ]),
];

const withMoment = (value: string, forms: (ms: number) => string[]): string[] => {
  const moment = parseDateHeader(value);
  return isInvalid(moment) ? [] : forms(moment);
};

const asctime = (ms: number): string => {
  const [weekday = "", day = "", month, year, time] = new Date(ms).toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
};

const dateForms = (ms: number): string[] => {
  const imf = formatDateHeader(ms);
  const iso = new Date(ms).toISOString();
  return [
    imf,
    ...["UTC", "+0000", "+00:00", "Z", "UT"].map((zone) => imf.replace("GMT", zone)),
    imf.replace(", 0", ", "),
    iso,
    iso.replace(".000Z", "Z"),
    iso.replace(".000Z", "+00:00"),
    asctime(ms),
    String(ms),
    String(ms / 1000),
  ];
};

const seconds = Array.from({ length: momentSecondsMax }, (_unused, at) => at + 1);
const hours = Array.from({ length: zoneHoursMax }, (_unused, at) => at + 1);

const dateMistakes: readonly LineMistake[] = [
  valueMistake(
    "date-in-another-form",
    "date",
    "the Date is signed exactly as it is sent",
    (value) => withMoment(value, dateForms),
  ),
  valueMistake(
    "date-of-another-moment",
    "date",
    "the Date was generated twice; generate it once, then sign and send the same value",
    (value) =>
      withMoment(value, (ms) =>
        seconds.flatMap((s) => [formatDateHeader(ms - s * 1000), formatDateHeader(ms + s * 1000)]),
      ),
    true,
  ),
  valueMistake(
    "date-in-local-time",
    "date",
    "the Date sent is in another zone than the one signed",
    (value) =>
      withMoment(value, (ms) =>
        hours.flatMap((hour) => [
          formatDateHeader(ms - hour * 3_600_000),
          formatDateHeader(ms + hour * 3_600_000),
        ]),
      ),
    true,
  ),
];

/** Mistakes in the value of Digest or Date. */
export const valueMistakes: readonly LineMistake[] = [...digestMistakes, ...dateMistakes];
