/** A request, as each language's generator writes it. */
export interface SnippetRequest {
  /** The address of the bank, with its path prefix. */
  readonly bank: string;
  /** The operation and the names in its path, for the SDK. */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly method: string;
  /** Path, with names in braces for values that the developer fills in. */
  readonly path: string;
  /** Headers by lower-case name, without those that are computed for each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const signable = ["psu-id", "psu-corporate-id", "tpp-redirect-uri"];

/** Returns the names of the headers that the request's signature covers, in signing order. */
export const signedHeaderNames = ({ headers, body }: SnippetRequest): readonly string[] => [
  "date",
  ...(body === undefined ? [] : ["digest"]),
  "x-request-id",
  ...signable.filter((name) => name in headers),
];

/** Joins lines and leaves out those that do not apply to the request. */
export const joinLines = (lines: readonly (string | false)[]): string =>
  lines.filter((line) => line !== false).join("\n");

/** Indents every line but the first, which follows the text before it. */
export const indentRest = (text: string, columns: number): string =>
  text.replaceAll("\n", `\n${" ".repeat(columns)}`);
