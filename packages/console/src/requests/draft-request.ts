import type { ControlResponse, SigningRequest } from "@varde/protocol";

type Exchange = ControlResponse<"readRequest">["exchange"];

/** A request that is edited before it is sent again. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  /** Headers, each on its line, as in HTTP. */
  readonly headers: string;
  readonly body: string;
}

/** Headers that each request gets new, and those of the connection. */
const computed = ["x-request-id", "date", "digest", "signature", "tpp-signature-certificate"];

/** Starts a draft with what was sent. */
export const draftRequest = ({
  request: { method, target, headers, body = "" },
}: Exchange): Draft => ({
  method,
  target,
  headers: Object.entries(headers)
    .filter(([name]) => !computed.includes(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n"),
  body,
});

/** Reads the headers of a draft. Throws for a line that is not a header. */
export const readHeaders = ({ headers }: Pick<Draft, "headers">): Record<string, string> =>
  Object.fromEntries(
    headers
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const colon = line.indexOf(":");
        const name = line.slice(0, Math.max(colon, 0)).trim();
        if (name === "" || name.includes(" ")) {
          throw new Error(`"${line}" is not a header; write it as Name: value.`);
        }
        return [name, line.slice(colon + 1).trim()];
      }),
  );

/** Returns the request that the sandbox signs for a TPP whose key it has. */
export const toSigningRequest = (draft: Draft, tpp: string): SigningRequest => ({
  tpp,
  method: draft.method as SigningRequest["method"],
  target: draft.target,
  headers: readHeaders(draft),
  ...(draft.body !== "" && { body: draft.body }),
});

/** Writes the request as it was sent, without what is not stored. */
export const writeHttp = ({ request }: Exchange, bank: string): string => {
  const { method, target, headers, body } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${target} HTTP/1.1`,
    `host: ${new URL(bank).host}`,
    ...lines,
    "",
    body ?? "",
  ].join("\n");
};

/** The folder in which `varde tpp new` stores a TPP. */
const folder = ".varde-tpp";

/** Writes the command that signs the request with the key in the TPP's own folder. */
export const writeSignCommand = (draft: Draft, bank: string): string => {
  const words = [
    `npx varde sign ${draft.method} ${quote(draft.target)}`,
    `--tpp ${folder} --bank ${quote(bank)}`,
    ...Object.entries(readHeaders(draft)).map(
      ([name, value]) => `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(draft.body === "" ? [] : [`--body ${quote(draft.body)}`]),
  ];
  return words.join(" \\\n  ");
};

/** Quotes a text so that a shell changes nothing in it. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
