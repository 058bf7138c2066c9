/** What goes back to the caller; the body is JSON text, as it is kept for a repeated request. */
export interface Answer {
  readonly status: number;
  readonly body: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export const answerWith = (
  status: number,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Answer => ({
  status,
  body: body === undefined ? undefined : JSON.stringify(body),
  ...(headers === undefined ? {} : { headers }),
});
