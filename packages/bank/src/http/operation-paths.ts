import { type Operation, paymentServices } from "@varde/protocol";

/** An operation that a path and a method lead to, with what the path says. */
export interface FoundOperation<T> {
  readonly target: T;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Why a path leads nowhere: no such place, other methods only, or it cannot be read. */
export type RouteMiss = "unknown" | "malformed" | { readonly allowed: readonly string[] };

interface Route<T> {
  readonly target: T;
  readonly names: readonly string[];
  readonly service: string | undefined;
}

/** One segment of a path; what follows it, and what can be done here. */
interface Place<T> {
  readonly literals: Map<string, Place<T>>;
  parameter: Place<T> | undefined;
  readonly routes: Map<string, Route<T>>;
}

const parameterCharactersMax = 200;

/** The tree of all paths of the interface, read segment by segment. */
export class OperationPaths<T> {
  readonly #root: Place<T> = newPlace();

  add(operation: Operation, target: T): void {
    for (const [path, service] of expandService(operation.path)) {
      const names: string[] = [];
      let place = this.#root;
      for (const segment of path.split("/").slice(1)) {
        if (segment.startsWith("{")) {
          names.push(segment.slice(1, -1));
          place.parameter ??= newPlace();
          place = place.parameter;
        } else {
          place = place.literals.get(segment) ?? addLiteral(place, segment);
        }
      }
      place.routes.set(operation.method, { target, names, service });
    }
  }

  /** The path as it was sent, without its query. */
  find(method: string, path: string): FoundOperation<T> | RouteMiss {
    const values: string[] = [];
    let place: Place<T> | undefined = this.#root;
    const segments = path.split("/");
    for (let at = 1; at < segments.length; at += 1) {
      const sent = segments[at] ?? "";
      const segment = sent.includes("%") ? decode(sent) : sent;
      if (segment === undefined) return "malformed";
      const literal: Place<T> | undefined = place.literals.get(segment);
      if (literal === undefined) {
        if (segment === "" || segment.length > parameterCharactersMax) return "unknown";
        values.push(segment);
      }
      place = literal ?? place.parameter;
      if (place === undefined) return "unknown";
    }
    const route = place.routes.get(method);
    if (route !== undefined) return { target: route.target, parameters: named(route, values) };
    return place.routes.size === 0 ? "unknown" : { allowed: [...place.routes.keys()] };
  }
}

const newPlace = <T>(): Place<T> => ({
  literals: new Map(),
  parameter: undefined,
  routes: new Map(),
});

const addLiteral = <T>(place: Place<T>, segment: string): Place<T> => {
  const added = newPlace<T>();
  place.literals.set(segment, added);
  return added;
};

const named = <T>({ names, service }: Route<T>, values: readonly string[]) => {
  const parameters: Record<string, string> = service === undefined ? {} : { service };
  for (let at = 0; at < names.length; at += 1) parameters[names[at] ?? ""] = values[at] ?? "";
  return parameters;
};

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The services of payments stand in the paths as they are written. */
const expandService = (path: string): readonly (readonly [string, string | undefined])[] =>
  path.includes("{service}")
    ? paymentServices.map((service) => [path.replace("{service}", service), service] as const)
    : [[path, undefined]];
