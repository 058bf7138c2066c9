import { type Operation, paymentServices } from "@varde/protocol";

/** The operation that a method and a path match, with the path's parameters. */
export interface FoundOperation<T> {
  readonly target: T;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Why no operation matches: unknown path, malformed path, or a path with other methods only. */
export type RouteMiss = "unknown" | "malformed" | { readonly allowed: readonly string[] };

interface Route<T> {
  readonly target: T;
  readonly names: readonly string[];
  readonly service: string | undefined;
}

/** A node of the tree of paths: the segments that can follow, and the routes that end here. */
interface PathNode<T> {
  readonly literals: Map<string, PathNode<T>>;
  parameter: PathNode<T> | undefined;
  readonly routes: Map<string, Route<T>>;
}

const parameterCharactersMax = 200;

/** The tree of all paths of the interface, matched segment by segment. */
export class OperationPaths<T> {
  readonly #root: PathNode<T> = newNode();

  add(operation: Operation, target: T): void {
    for (const [path, service] of expandService(operation.path)) {
      const names: string[] = [];
      let node = this.#root;
      for (const segment of path.split("/").slice(1)) {
        if (segment.startsWith("{")) {
          names.push(segment.slice(1, -1));
          node.parameter ??= newNode();
          node = node.parameter;
        } else {
          node = node.literals.get(segment) ?? addLiteral(node, segment);
        }
      }
      node.routes.set(operation.method, { target, names, service });
    }
  }

  /** Finds the operation. The path is as it was sent, without its query. */
  find(method: string, path: string): FoundOperation<T> | RouteMiss {
    const values: string[] = [];
    const isEncoded = path.includes("%");
    let node: PathNode<T> | undefined = this.#root;
    for (let start = 1; start <= path.length; ) {
      const slash = path.indexOf("/", start);
      const end = slash < 0 ? path.length : slash;
      const sent = path.slice(start, end);
      start = end + 1;
      const segment = isEncoded ? decode(sent) : sent;
      if (segment === undefined) return "malformed";
      const literal: PathNode<T> | undefined = findLiteral(node, segment);
      if (literal === undefined) {
        if (segment === "" || segment.length > parameterCharactersMax) return "unknown";
        values.push(segment);
      }
      node = literal ?? node.parameter;
      if (node === undefined) return "unknown";
    }
    const route = node.routes.get(method);
    if (route !== undefined)
      return { target: route.target, parameters: nameParameters(route, values) };
    return node.routes.size === 0 ? "unknown" : { allowed: [...node.routes.keys()] };
  }
}

const newNode = <T>(): PathNode<T> => ({
  literals: new Map(),
  parameter: undefined,
  routes: new Map(),
});

/** Looks a segment up only where literals exist: the lookup hashes the segment, usually an id. */
const findLiteral = <T>({ literals }: PathNode<T>, segment: string): PathNode<T> | undefined =>
  literals.size === 0 ? undefined : literals.get(segment);

const addLiteral = <T>(node: PathNode<T>, segment: string): PathNode<T> => {
  const added = newNode<T>();
  node.literals.set(segment, added);
  return added;
};

const nameParameters = <T>({ names, service }: Route<T>, values: readonly string[]) => {
  const parameters: Record<string, string> = service === undefined ? {} : { service };
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    const value = values[at];
    if (name !== undefined && value !== undefined) parameters[name] = value;
  }
  return parameters;
};

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** Expands {service} to one path for each payment service. */
const expandService = (path: string): readonly (readonly [string, string | undefined])[] =>
  path.includes("{service}")
    ? paymentServices.map((service) => [path.replace("{service}", service), service] as const)
    : [[path, undefined]];
