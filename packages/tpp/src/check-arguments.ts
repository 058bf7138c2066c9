import { nearestName } from "@varde/protocol";
import { timerMsMax } from "./constants.ts";

/** Says what a value must be, and whether it is that. `what` continues "it must be ". */
export interface Kind {
  readonly what: string;
  /** Returns what is wrong, with the name of the value, or undefined. */
  find(value: unknown, name: string): string | undefined;
}

/** The name of an argument and its kind. */
export type Argument = readonly [name: string, kind: Kind];

/** Makes a kind from what it must be and a test. */
export const kind = (what: string, accepts: (value: unknown) => boolean): Kind => ({
  what,
  find: (value, name) => {
    if (accepts(value)) return undefined;
    if (value === undefined) return `${name} is missing: it must be ${what}`;
    return `${name} must be ${what}, not ${show(value)}`;
  },
});

const shownCharactersMax = 60;

const show = (value: unknown): string => {
  if (typeof value === "string") {
    const isLong = value.length > shownCharactersMax;
    return JSON.stringify(isLong ? `${value.slice(0, shownCharactersMax)}…` : value);
  }
  if (Array.isArray(value)) return "a list";
  if (value === null || typeof value !== "object") {
    return typeof value === "function" ? "a function" : String(value);
  }
  return "an object";
};

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const text: Kind = kind("a string", (value) => typeof value === "string");
export const filledText: Kind = kind(
  "a string that is not empty",
  (value) => Boolean(value) && typeof value === "string",
);
export const flag: Kind = kind("true or false", (value) => typeof value === "boolean");
export const callback: Kind = kind("a function", (value) => typeof value === "function");
export const bodyObject: Kind = kind(
  "an object",
  (value) => isObject(value) && !Array.isArray(value),
);
export const anyList: Kind = kind("a list", Array.isArray);
export const abortSignal: Kind = kind("an AbortSignal", (value) => value instanceof AbortSignal);

/** An address as a string or a URL; relative ones count, because web servers provide them. */
export const address: Kind = kind(
  "an address, as a string or a URL",
  (value) => typeof value === "string" || value instanceof URL,
);

export const durationMs: Kind = kind(
  `a number of milliseconds from 1 to ${timerMsMax}`,
  (value) => typeof value === "number" && value >= 1 && value <= timerMsMax,
);

/** A wait or delay, which may be zero or endless. */
export const pauseMs: Kind = kind(
  "a number of milliseconds, 0 or more",
  (value) => typeof value === "number" && value >= 0,
);

export const wholeNumber = (from: number): Kind =>
  kind(
    `a whole number, ${from} or more`,
    (value) => Number.isSafeInteger(value) && Number(value) >= from,
  );

/** An absolute address of the web. */
export const webAddress: Kind = kind(
  "an absolute address, such as https://tpp.example/callback",
  (value) => typeof value === "string" && URL.canParse(value),
);

export const oneOf = (values: readonly string[]): Kind =>
  kind(`one of ${values.join(", ")}`, (value) => values.some((each) => each === value));

export const either = (what: string, ...kinds: readonly Kind[]): Kind =>
  kind(what, (value) => kinds.some((each) => each.find(value, "") === undefined));

export const optional = (inner: Kind): Kind => ({
  what: inner.what,
  find: (value, name) => (value === undefined ? undefined : inner.find(value, name)),
});

export const listOf = (inner: Kind, what: string, countMin = 0): Kind => {
  const list = kind(what, (value) => Array.isArray(value) && value.length >= countMin);
  return {
    what,
    find: (value, name) => {
      const fault = list.find(value, name);
      if (fault !== undefined || !Array.isArray(value)) return fault;
      return firstFault(value, (each, at) => inner.find(each, `${name}[${at}]`));
    },
  };
};

/**
 * An object with these fields and no others, so that a misspelt option is not ignored. If `isOpen`,
 * it may have others.
 */
export const fields = (kinds: Readonly<Record<string, Kind>>, isOpen = false): Kind => {
  const known = Object.keys(kinds);
  const inner = kind(
    `an object with ${known.join(", ")}`,
    (value) => bodyObject.find(value, "") === undefined,
  );
  return {
    what: inner.what,
    find: (value, name) => {
      const fault = inner.find(value, name);
      if (fault !== undefined || !isObject(value)) return fault;
      const given = new Map(Object.entries(value));
      const unknown = isOpen ? undefined : [...given.keys()].find((each) => !known.includes(each));
      if (unknown !== undefined) {
        const meant = nearestName(unknown, known);
        const hint = meant === undefined ? `it has ${known.join(", ")}` : `did you mean ${meant}?`;
        return `${name} has the unknown field ${unknown}: ${hint}`;
      }
      return firstFault(known, (each) => kinds[each]?.find(given.get(each), `${name}.${each}`));
    },
  };
};

const firstFault = <One>(
  values: readonly One[],
  find: (one: One, at: number) => string | undefined,
) => {
  for (const [at, one] of values.entries()) {
    const fault = find(one, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Throws a TypeError that says what is wrong with an argument. */
export const checkArguments = (
  method: string,
  given: readonly unknown[],
  kinds: readonly Argument[],
): void => {
  const fault = firstFault(kinds, ([name, each], at) => each.find(given[at], name));
  if (fault !== undefined)
    throw new TypeError(`${method}: ${fault}${fault.endsWith("?") ? "" : "."}`);
};

/** The arguments of a method. A listing throws when it is called, others reject. */
export interface MethodArguments {
  readonly kinds: readonly Argument[];
  readonly isListing?: boolean;
}

export const takes = (...kinds: readonly Argument[]): MethodArguments => ({ kinds });
export const lists = (...kinds: readonly Argument[]): MethodArguments => ({
  kinds,
  isListing: true,
});

/** Checks the arguments of every method before it runs. */
export const checkCalls = <Methods extends object>(
  name: string,
  methods: Methods,
  table: Readonly<Record<keyof Methods, MethodArguments>>,
): Methods => {
  const checked = Object.entries(methods).map(([key, method]) => {
    const { kinds, isListing } = table[key as keyof Methods];
    const run = (given: unknown[]): unknown => {
      checkArguments(`${name}.${key}`, given, kinds);
      return method(...given);
    };
    return [
      key,
      isListing ? (...given: unknown[]) => run(given) : async (...given: unknown[]) => run(given),
    ];
  });
  return Object.fromEntries(checked);
};
