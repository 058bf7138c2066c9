import type { SigningKey } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import type { OpenApi } from "@varde/sandbox/reference";
import { aPsu } from "../psu/a-psu.ts";
import { OpenApiResponses } from "../responses/open-api-responses.ts";
import type { RawResponse } from "../responses/raw-response.ts";
import { aTpp, type RawRequest, type RawTpp } from "../tpp/raw-tpp.ts";
import { Chance } from "./chance.ts";
import {
  changeExample,
  type DocumentSchema,
  generateValue,
  type ValueSource,
} from "./generate-value.ts";
import { Pools } from "./pools.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: DocumentSchema;
}

/** An operation at one of its paths, as the document describes it. */
interface Target {
  readonly path: string;
  readonly method: string;
  readonly id: string;
  readonly parameters: readonly Parameter[];
  readonly body: DocumentSchema | undefined;
  /** The document's example of the body. */
  readonly example: unknown;
}

/** The result of a run. */
export interface GeneratedRun {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Operations with at least one successful request. */
  readonly succeeded: ReadonlySet<string>;
  readonly operations: number;
  /** Responses that were 5xx or differ from the document; empty for a correct bank. */
  readonly faults: readonly string[];
}

const signedByItself = new Set([
  "date",
  "digest",
  "signature",
  "tpp-signature-certificate",
  "x-request-id",
]);
const malformedHeaders = ["", "x", "999.1.1.1", "javascript:alert(1)", "ø", "a,b", "null", "%00"];
const malformedIds = [
  "x",
  "0",
  "00000000-0000-4000-8000-000000000000",
  "%20",
  "..%2f",
  "a".repeat(300),
];
const batch = 8;

/** Sends requests generated from the OpenAPI document and checks every response against it. */
export class GeneratedRequests {
  readonly #document: OpenApi;
  readonly #chance: Chance;
  readonly #responses: OpenApiResponses;
  readonly #pools: Pools;
  readonly #payer: RawTpp;
  readonly #loader: RawTpp;
  readonly #succeeded = new Set<string>();

  private constructor(
    document: OpenApi,
    seed: number,
    pools: Pools,
    payer: RawTpp,
    loader: RawTpp,
  ) {
    this.#document = document;
    this.#chance = new Chance(seed);
    this.#responses = new OpenApiResponses(document);
    this.#pools = pools;
    this.#payer = payer;
    this.#loader = loader;
  }

  /**
   * Uses one TPP with a known PSU and another to load data, so that a reset does not end the
   * session.
   */
  static async prepare(bank: TestBank, document: OpenApi, seed: number) {
    const kari = await aPsu(bank, { customerNumber: "03848420491", context: "PRIVATE" });
    const identity = await bank.authority.issueTppCertificate({
      name: "Loader",
      organisationNumber: "210000003",
      roles: ["PSP_AS"],
      kind: "working",
    });
    const loader = aTpp(bank, identity);
    return new GeneratedRequests(document, seed, new Pools(kari), kari.tpp, loader);
  }

  /** Signs all requests with this key instead of those of the TPPs. */
  signWith(key: SigningKey): void {
    for (const tpp of [this.#payer, this.#loader]) tpp.signingKey = key;
  }

  /** Sends this many requests per operation, spread over its paths, mixing the operations. */
  async run(
    perOperation: number,
    onTurn: (sentPerOperation: number, faults: number) => void = () => {},
  ): Promise<GeneratedRun> {
    const targets = Map.groupBy(this.#targets(), ({ id }) => id);
    const byStatus: Record<string, number> = {};
    const succeeded = new Set<string>();
    const faults: string[] = [];
    let requests = 0;
    for (let sent = 0; sent < perOperation; sent += batch) {
      const count = Math.min(batch, perOperation - sent);
      for (const [id, paths] of this.#chance.shuffle([...targets])) {
        const wanted = Array.from({ length: count }, (_, at) => {
          const target = paths[(sent + at) % paths.length] as Target;
          return { target, request: this.#generate(target) };
        });
        const ends = await Promise.all(wanted.map((each) => this.#send(each)));
        requests += ends.length;
        for (const { status, fault } of ends) {
          byStatus[status] = (byStatus[status] ?? 0) + 1;
          if (status < 300) succeeded.add(id);
          if (fault !== undefined) faults.push(fault);
        }
      }
      onTurn(sent + count, faults.length);
    }
    return { requests, byStatus, succeeded, operations: targets.size, faults };
  }

  async #send({ target, request }: { target: Target; request: RawRequest }) {
    const isData = target.path.startsWith("/v1/sandbox/");
    const response = await sendWithRetry(isData ? this.#loader : this.#payer, request);
    const { status, json } = response;
    this.#pools.learn(target.path, json);
    if (status === 204) this.#pools.forget(request.path);
    if (status < 300) this.#succeeded.add(`${target.method} ${target.path}`);
    const said = `${request.method} ${request.path} ${JSON.stringify(request.body)?.slice(0, 300)}`;
    // A malformed id may lead to another path, where a general refusal is correct.
    const isElsewhere = status === 404 || status === 405;
    const wrong =
      status >= 500 || (response.headers["content-type"] === undefined) === (response.text !== "")
        ? `${status} ${response.text.slice(0, 200)}`
        : isElsewhere && json?.tppMessages !== undefined
          ? undefined
          : this.#responses.faultOf(target.path, target.method, status, json);
    return { status, fault: wrong === undefined ? undefined : `${wrong}\n  after ${said}` };
  }

  #generate({ path, method, parameters, body, example }: Target): RawRequest {
    const chance = this.#chance;
    const source: ValueSource = {
      chance,
      resolve: (reference) => this.#resolve(reference) as DocumentSchema,
      likely: (field) => this.#pools.likelyValues(field),
    };
    const headers: Record<string, string> = {};
    const query = new URLSearchParams();
    let filled = path;
    for (const each of parameters) {
      if (each.in === "path") {
        const known = this.#pools.idsOf(each.name, path);
        // As many deletions as creations would leave hardly anything for the other operations.
        const isKnown = known.length > 0 && chance.happens(method === "delete" ? 0.3 : 0.9);
        const id = chance.pick(isKnown ? known : malformedIds);
        filled = filled.replace(`{${each.name}}`, id);
      } else if (each.in === "query") {
        if (chance.happens(0.3)) query.set(each.name, this.#queryValue(each, source));
      } else if (!signedByItself.has(each.name.toLowerCase())) {
        const isLikely = this.#pools.isUsual(each.name) || each.required === true;
        if (!chance.happens(isLikely ? 0.99 : 0.1)) continue;
        headers[each.name] = chance.happens(0.02)
          ? chance.pick(malformedHeaders)
          : this.#pools.headerValue(each.name, chance);
      }
    }
    const target = query.size === 0 ? filled : `${filled}?${query}`;
    // Until a request has succeeded here, most bodies are close to the example.
    const exampleRate = this.#succeeded.has(`${method} ${path}`) ? 0.5 : 0.95;
    return {
      method: method.toUpperCase(),
      path: target,
      headers,
      ...(body !== undefined && {
        body: chance.happens(exampleRate)
          ? changeExample(body, example, source)
          : generateValue(body, source),
      }),
    };
  }

  #queryValue(parameter: Parameter, source: ValueSource): string {
    const { chance } = source;
    if (chance.happens(0.1)) return chance.pick(["maybe", "-1", "0", "1e9", "2026-02-30", ""]);
    if (parameter.schema.type === "integer") return String(1 + chance.below(50));
    if (/date/i.test(parameter.name))
      return chance.pick(["2026-09-01", "2026-11-01", "2020-01-01"]);
    return String(generateValue(parameter.schema, source, parameter.name));
  }

  #targets(): readonly Target[] {
    return Object.entries(this.#document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const named = operation.parameters as readonly { $ref: string }[];
        const content = (operation.requestBody as { content?: Content } | undefined)?.content;
        return {
          path,
          method,
          id: String(operation.operationId).split(".")[0] ?? "",
          parameters: named.map(({ $ref }) => this.#resolve($ref) as Parameter),
          body: content?.["application/json"].schema,
          example: content?.["application/json"].example,
        };
      }),
    );
  }

  #resolve(reference: string): unknown {
    const [, , kind = "", name = ""] = reference.split("/");
    return this.#document.components[kind]?.[name];
  }
}

/**
 * Repeats the signed request once if the connection was reset: a bank may close an idle connection
 * at the moment it is used again, which happens now and then in a run of an hour.
 */
const sendWithRetry = async (tpp: RawTpp, request: RawRequest): Promise<RawResponse> => {
  const signed = await tpp.sign(request);
  return tpp.sendAgain(signed).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNRESET") return tpp.sendAgain(signed);
    throw error;
  });
};

interface Media {
  readonly schema: DocumentSchema;
  readonly example?: unknown;
}

type Content = Readonly<Record<"application/json", Media>>;
