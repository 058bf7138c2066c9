import { CommandFailed } from "./command.ts";

/** The sandbox's control API, which a real bank does not have. */
export interface ControlClient {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: object): Promise<Body>;
  put<Body>(path: string, body: object): Promise<Body>;
  delete<Body>(path: string): Promise<Body>;
  /** Yields server-sent events until the sandbox closes the stream. */
  follow(path: string): AsyncGenerator<ControlEvent>;
}

export interface ControlEvent {
  readonly event: string;
  readonly data: unknown;
}

export const openControl = (bank: string, token: string | undefined): ControlClient => {
  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const url = new URL(`/control/v1${path}`, bank);
    const response = await reach(url, {
      method,
      headers: {
        accept: "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return readBody<Body>(response, url);
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
  const response = await reach(url, {
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (!response.ok || response.body === null) return void (await readBody(response, url));
  let text = "";
  try {
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) yield* parseEvent(block);
    }
  } catch (cause) {
    throw new Unreachable(`${url.origin} has stopped responding`, { cause });
  }
}

function* parseEvent(block: string): Generator<ControlEvent> {
  const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
  // The sandbox sends a comment when the stream is open.
  if (event === undefined || data === undefined) yield { event: "open", data: undefined };
  else yield { event, data: JSON.parse(data) };
}

/** The bank could not be reached; exit code 3. */
export class Unreachable extends Error {}

const reach = async (url: URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new Unreachable(`${url.origin} does not respond`, { cause });
  }
};

const readBody = async <Body>(response: Response, url: URL): Promise<Body> => {
  const text = await response.text();
  const body = parse(text);
  if (response.ok && (text === "" || body !== undefined)) return body as Body;
  if (response.status === 404 && readText(body) === undefined) {
    throw new CommandFailed(`${url.origin} has no ${url.pathname}. It is not a Varde sandbox.`);
  }
  throw new CommandFailed(readText(body) ?? `${url.pathname} returned ${response.status}.`);
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readText = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "text" in body && typeof body.text === "string"
    ? body.text
    : undefined;
