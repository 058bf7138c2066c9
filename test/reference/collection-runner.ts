import { createContext, runInContext } from "node:vm";

interface Header {
  readonly key: string;
  readonly value: string;
}

interface Script {
  readonly listen: string;
  readonly script: { readonly type: string; readonly exec: readonly string[] };
}

export interface CollectionItem {
  readonly name: string;
  readonly event?: readonly Script[];
  readonly item?: readonly CollectionItem[];
  readonly request?: {
    readonly method: string;
    readonly header: readonly Header[];
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query?: readonly Header[];
    };
    readonly body?: { readonly mode: "raw"; readonly raw: string };
  };
}

export interface Collection {
  readonly item: readonly CollectionItem[];
  readonly event: readonly Script[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

/** The result of one request. */
export interface RunItem {
  readonly name: string;
  readonly status: number;
  readonly text: string;
  /** Failed tests of the collection, and errors thrown by its scripts. */
  readonly failures: readonly string[];
}

/** Runs a collection as an API client does: its scripts see `pm` and nothing of Node. */
export class CollectionRunner {
  readonly #collection: Collection;
  readonly #variables: Map<string, string>;

  constructor(collection: Collection) {
    this.#collection = collection;
    this.#variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  }

  async run(): Promise<readonly RunItem[]> {
    const done: RunItem[] = [];
    for (const item of listRequests(this.#collection.item)) done.push(await this.#runItem(item));
    return done;
  }

  async #runItem({ name, request, event = [] }: CollectionItem): Promise<RunItem> {
    if (request === undefined) throw new Error(`${name} has no request`);
    const failures: string[] = [];
    const headers = new Map(request.header.map(({ key, value }) => [key.toLowerCase(), value]));
    const shared = {
      variables: { get: (key: string) => this.#variables.get(key), replaceIn: this.#replaceIn },
      collectionVariables: {
        get: (key: string) => this.#variables.get(key),
        set: (key: string, value: string) => void this.#variables.set(key, String(value)),
      },
    };
    await this.#runScripts(event, "prerequest", failures, {
      ...shared,
      request: {
        method: request.method,
        url: { toString: () => request.url.raw },
        body: request.body,
        headers: {
          get: (key: string) => headers.get(key.toLowerCase()),
          remove: (key: string) => void headers.delete(key.toLowerCase()),
          upsert: ({ key, value }: Header) => void headers.set(key.toLowerCase(), value),
        },
      },
    });
    const received = await fetch(this.#replaceIn(request.url.raw), {
      method: request.method,
      headers: [...headers].map(([key, value]): [string, string] => [key, this.#replaceIn(value)]),
      ...(request.body !== undefined && { body: this.#replaceIn(request.body.raw) }),
    });
    const text = await received.text();
    await this.#runScripts(event, "test", failures, {
      ...shared,
      response: { code: received.status, text: () => text, json: () => JSON.parse(text) },
      test: (title: string, holds: () => void) => {
        try {
          holds();
        } catch (error) {
          failures.push(`${title}: ${(error as Error).message}`);
        }
      },
      expect: (value: unknown) => ({
        to: {
          equal: (wanted: unknown) => {
            if (value !== wanted) throw new Error(`${value} is not ${wanted}`);
          },
        },
      }),
    });
    return { name, status: received.status, text, failures };
  }

  /** Runs the scripts of the collection before those of the request, and waits for their calls. */
  async #runScripts(own: readonly Script[], listen: string, failures: string[], pm: object) {
    for (const { script } of [...this.#collection.event, ...own].filter(
      (each) => each.listen === listen,
    )) {
      const calls: Promise<void>[] = [];
      const sendRequest = (wanted: SentRequest, then: SentThen) =>
        void calls.push(sendForScript(wanted, then));
      const context = createContext({ pm: { ...pm, sendRequest } });
      try {
        runInContext(`(() => {${script.exec.join("\n")}\n})()`, context);
        await Promise.all(calls);
      } catch (error) {
        failures.push(String(error));
      }
    }
  }

  #replaceIn = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, key) => this.#variables.get(key) ?? whole);
}

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly header: Readonly<Record<string, string>>;
  readonly body: { readonly raw: string };
}

type SentThen = (
  error: unknown,
  received?: { readonly code: number; readonly json: () => unknown },
) => void;

const sendForScript = async (
  { url, method, header, body }: SentRequest,
  then: SentThen,
): Promise<void> => {
  const received = await fetch(url, { method, headers: header, body: body.raw }).catch(
    () => undefined,
  );
  if (received === undefined) return then(new Error("no response"));
  const text = await received.text();
  then(null, { code: received.status, json: () => JSON.parse(text) });
};

export const listRequests = (items: readonly CollectionItem[]): readonly CollectionItem[] =>
  items.flatMap((item) => (item.item === undefined ? [item] : listRequests(item.item)));
