import type { ClientFact } from "@varde/conformance/client";

type Fields = Record<string, unknown>;

/** Returns the name under which the last fact of the same sort is found: operation or kind. */
const sortOf = ({ operation, kind }: Fields): string => String(operation ?? kind);

/**
 * Formats facts as JSON in which each fact has only the fields that differ from the fact before of
 * the same operation: a client sends the same certificate, session and address again and again.
 */
export const formatFacts = (facts: readonly ClientFact[]): string => {
  const lastOf = new Map<string, Fields>();
  const lines: string[] = [];
  for (const fact of facts) {
    const now = fact as unknown as Fields;
    const sort = sortOf(now);
    const before = lastOf.get(sort) ?? {};
    const changed: Fields = { sort };
    for (const name in now) {
      const value = now[name];
      if (!isSame(value, before[name])) changed[name] = value ?? null;
    }
    for (const name in before) {
      if (!(name in now) && before[name] !== undefined) changed[name] = null;
    }
    lines.push(JSON.stringify(changed));
    lastOf.set(sort, now);
  }
  return `[${lines.join(",")}]`;
};

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && one.join("\n") === other.join("\n"));

/** Parses what `formatFacts` has formatted. */
export const parseFacts = (text: string): readonly ClientFact[] => {
  const lastOf = new Map<string, Fields>();
  return (JSON.parse(text) as ({ readonly sort: string } & Fields)[]).map(
    ({ sort, ...changed }) => {
      const fact: Fields = { ...lastOf.get(sort), ...changed };
      for (const name in changed) if (changed[name] === null) delete fact[name];
      lastOf.set(sort, fact);
      return fact as unknown as ClientFact;
    },
  );
};
