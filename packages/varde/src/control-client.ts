import { CommandFailed } from "./command.ts";

/** The sandbox's control API, which a real bank does not have. */
export interface ControlClient {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body?: object): Promise<Answer>;
  put<Answer>(path: string, body: object): Promise<Answer>;
  delete<Answer>(path: string): Promise<Answer>;
  /** Server-sent events, until the sandbox ends them. */
  follow(path: string): AsyncGenerator<ControlEvent>;
}

export interface ControlEvent {
  readonly event: string;
  readonly data: unknown;
}

export const openControl = (bank: string, token: string | undefined): ControlClient => {
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const url = new URL(`/control/v1${path}`, bank);
    const answer = await reach(url, {
      method,
      headers: {
        accept: "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return readBody<Answer>(answer, url);
  };
  return {
    get: (path) => call("GET", path),
    post: (path, body = {}) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    delete: (path) => call("DELETE", path),
    follow: (path) => followEvents(new URL(`/control/v1${path}`, bank), token),
  };
};

async function* followEvents(url: URL, token: string | undefined): AsyncGenerator<ControlEvent> {
  const answer = await reach(url, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (!answer.ok || answer.body === null) return void (await readBody(answer, url));
  let text = "";
  try {
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) yield* parseEvent(block);
    }
  } catch (cause) {
    throw new Unreachable(`${url.origin} does not answer any more`, { cause });
  }
}

function* parseEvent(block: string): Generator<ControlEvent> {
  const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
  // A comment tells that the stream is open.
  if (event === undefined || data === undefined) yield { event: "open", data: undefined };
  else yield { event, data: JSON.parse(data) };
}

/** The bank could not be reached; exit code 3. */
export class Unreachable extends Error {}

const reach = async (url: URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new Unreachable(`${url.origin} does not answer`, { cause });
  }
};

const readBody = async <Answer>(answer: Response, url: URL): Promise<Answer> => {
  const text = await answer.text();
  const body = parse(text);
  if (answer.ok && (text === "" || body !== undefined)) return body as Answer;
  if (answer.status === 404 && textOf(body) === undefined) {
    throw new CommandFailed(`${url.origin} has no ${url.pathname}; is it a Varde sandbox?`);
  }
  throw new CommandFailed(textOf(body) ?? `${url.pathname} answered ${answer.status}.`);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const textOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "text" in body && typeof body.text === "string"
    ? body.text
    : undefined;
