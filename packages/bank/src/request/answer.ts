/** What goes back to the caller; the body is JSON text, as it is kept for a repeated request. */
export interface Answer<out Body = unknown> {
  readonly status: number;
  readonly body: string | undefined;
  /** JSON text in pieces, in place of the body, for lists too long to be held at once. */
  readonly pieces?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The type of the body, for the compiler alone: no response has this property. */
  readonly "~body"?: Body;
}

export const answerWith = <Body extends object | undefined = undefined>(
  status: number,
  body?: Body,
  headers?: Readonly<Record<string, string>>,
): Answer<Body> => ({
  status,
  body: body === undefined ? undefined : JSON.stringify(body),
  ...(headers === undefined ? {} : { headers }),
});

/** Answers a JSON array as its elements are found, a page of them at a time. */
export const answerWithList = <Element extends object>(
  status: number,
  pages: AsyncIterable<readonly Element[]>,
): Answer<Element[]> => ({
  status,
  body: undefined,
  pieces: listPieces(pages),
});

async function* listPieces(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((element) => JSON.stringify(element)).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
