/** A response to the caller. The body is JSON text, as it is stored for repeated requests. */
export interface ApiResponse<out Body = unknown> {
  readonly status: number;
  readonly body: string | undefined;
  /** JSON text in pieces instead of the body, for lists that are too long for memory. */
  readonly pieces?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body before it became JSON; a stored response and a list have none. */
  readonly value?: Body;
}

export const respondWith = <Body extends object | undefined = undefined>(
  status: number,
  body?: Body,
  headers?: Readonly<Record<string, string>>,
): ApiResponse<Body> => {
  if (body === undefined) return { status, body, headers };
  return { status, body: JSON.stringify(body), value: body, headers };
};

/** Returns a response whose JSON array is sent page by page. */
export const respondWithList = <Element extends object>(
  status: number,
  pages: AsyncIterable<readonly Element[]>,
): ApiResponse<Element[]> => ({
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
