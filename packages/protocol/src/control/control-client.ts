import type { ReadonlyDeep } from "../operations/index.ts";
import type { Schema, Static } from "../schemas/index.ts";
import type {
  BodyOfControl,
  ParametersOfControl,
  QueryOfControl,
  ResponseOfControl,
} from "./control-operation.ts";
import type { ControlOperations } from "./control-operations.ts";
import type { controlStreams } from "./request-operations.ts";

type Operation = ControlOperations[keyof ControlOperations];
type Method = Operation["method"];
type PathOf<M extends Method> = Extract<Operation, { readonly method: M }>["path"];
type OperationAt<M extends Method, Path> = Extract<
  Operation,
  { readonly method: M; readonly path: Path }
>;

type World<O> = O extends { readonly needsWorld: true } ? { readonly world: string } : object;
type Parameters<O extends { readonly path: string }> = keyof ParametersOfControl<O> extends never
  ? object
  : { readonly parameters: ParametersOfControl<O> };
type Query<O> = keyof QueryOfControl<O> extends never
  ? object
  : { readonly query?: QueryOfControl<O> };
type Body<O> = BodyOfControl<O> extends undefined ? object : { readonly body: BodyOfControl<O> };

/** The options of a call: the world, the parameters of the path, the query and the body. */
type CallOptions<O extends Operation> = World<O> & Parameters<O> & Query<O> & Body<O>;
type OptionalIfEmpty<Options> = object extends Options
  ? readonly [options?: Options]
  : readonly [options: Options];

type Call<M extends Method> = <const Path extends PathOf<M>>(
  path: Path,
  ...options: OptionalIfEmpty<CallOptions<OperationAt<M, Path>>>
) => Promise<ResponseOfControl<OperationAt<M, Path>>>;

type Stream = (typeof controlStreams)[keyof typeof controlStreams];
type StreamAt<Path> = Extract<Stream, { readonly path: Path }>;
type StreamEvents<S extends Stream> = {
  [Name in keyof S["events"] & string]: {
    readonly event: Name;
    readonly data: ReadonlyDeep<Static<Extract<S["events"][Name], Schema>>>;
  };
}[keyof S["events"] & string];

/** A server-sent event; `open` comes first, when later events can no longer be missed. */
export type ControlEvent<Path extends Stream["path"] = Stream["path"]> =
  | { readonly event: "open"; readonly data: undefined }
  | StreamEvents<StreamAt<Path>>;

/** The sandbox's control API. Paths, bodies and responses are those of `controlOperations`. */
export interface ControlClient {
  readonly get: Call<"GET">;
  readonly post: Call<"POST">;
  readonly put: Call<"PUT">;
  readonly patch: Call<"PATCH">;
  readonly delete: Call<"DELETE">;
  /** Yields server-sent events until the sandbox closes the stream or the signal aborts it. */
  follow<const Path extends Stream["path"]>(
    path: Path,
    options: World<StreamAt<Path>> & Query<StreamAt<Path>> & { readonly signal?: AbortSignal },
  ): AsyncGenerator<ControlEvent<Path>>;
}

/** The sandbox could not be reached. */
export class ControlUnreachable extends Error {}

/** The sandbox refused the call; the message says why. */
export class ControlFailed extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

interface UntypedOptions {
  readonly world?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** As long as Node's fetch waits for a response. */
const longestMs = 300_000;

/** Opens a client of the control API at the address of a sandbox. Runs in browsers as well. */
export const openControl = (
  sandbox: string,
  token: string | undefined,
  timeoutMs = longestMs,
): ControlClient => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const call =
    (method: Method) =>
    async (path: string, options: UntypedOptions = {}): Promise<unknown> => {
      const url = buildUrl(sandbox, path, options);
      // A POST without a body still says that it is JSON, which a form of a web page cannot do.
      const body = options.body ?? (method === "POST" ? {} : undefined);
      const response = await reach(url, {
        method,
        headers: {
          accept: "application/json",
          ...authorization,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return readBody(response, url);
    };
  const follow = (path: string, options: UntypedOptions) =>
    followEvents(buildUrl(sandbox, path, options), {
      headers: authorization,
      ...(options.signal !== undefined && { signal: options.signal }),
    });
  // The calls are checked against the table of operations where they are made.
  return {
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    patch: call("PATCH"),
    delete: call("DELETE"),
    follow,
  } as unknown as ControlClient;
};

const buildUrl = (
  sandbox: string,
  path: string,
  { world, parameters = {}, query = {} }: UntypedOptions,
): URL => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
  const url = new URL(`/control/v1${filled}`, sandbox);
  for (const [name, value] of Object.entries({ ...query, ...(world !== undefined && { world }) })) {
    url.searchParams.set(name, value);
  }
  return url;
};

async function* followEvents(url: URL, init: RequestInit): AsyncGenerator<object> {
  const response = await reach(url, init);
  if (!response.ok || response.body === null) return void (await readBody(response, url));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ControlUnreachable(`${url.origin} has stopped responding`, { cause });
      });
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) yield parseEvent(block);
    }
  } finally {
    // Ends the connection when the caller stops reading.
    await reader.cancel().catch(() => undefined);
  }
}

const parseEvent = (block: string): object => {
  const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
  // The sandbox sends a comment when the stream is open.
  if (event === undefined || data === undefined) return { event: "open", data: undefined };
  return { event, data: JSON.parse(data) };
};

const reach = async (url: URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (cause) {
    throw new ControlUnreachable(`${url.origin} does not respond`, { cause });
  }
};

const readBody = async (response: Response, url: URL): Promise<unknown> => {
  const text = await response.text();
  const body = parse(text);
  if (response.ok && (text === "" || body !== undefined)) return body;
  const reason = readText(body);
  if (response.status === 404 && reason === undefined) {
    const message = `${url.origin} has no ${url.pathname}. It is not a Varde sandbox.`;
    throw new ControlFailed(message, response.status);
  }
  const { status } = response;
  throw new ControlFailed(reason ?? `${url.pathname} returned ${status}.`, status);
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
