import type { Scenario } from "@varde/protocol";

/** Facts about a request, an approval or a payment that scenarios are matched against. */
export interface ScenarioFacts {
  readonly operation?: string;
  readonly tpp: readonly string[];
  readonly amounts: readonly number[];
  readonly accounts: readonly string[];
  /** Query parameters of a request. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Returns whether every condition of the scenario holds. */
export const matchesScenario = ({ match = {} }: Scenario, facts: ScenarioFacts): boolean =>
  (match.operation === undefined || match.operation === facts.operation) &&
  (match.tpp === undefined || facts.tpp.includes(match.tpp)) &&
  (match.amount === undefined || facts.amounts.includes(Number(match.amount))) &&
  (match.account === undefined || facts.accounts.includes(match.account)) &&
  (match.query === undefined || hasParameters(facts.query ?? {}, match.query));

const hasParameters = (query: Readonly<Record<string, string>>, wanted: string): boolean =>
  [...new URLSearchParams(wanted)].every(([name, value]) => query[name] === value);

/** Returns whether the scenario acts on its nth match; by default only on the first. */
export const isTurn = ({ nth = 1, times = 1 }: Scenario, count: number): boolean =>
  count >= nth && (times === 0 || count < nth + times);

/** Collects the amounts and accounts anywhere in a body, for example of each payment of a bulk. */
export const collectBodyFacts = (
  body: unknown,
): { readonly amounts: readonly number[]; readonly accounts: readonly string[] } => {
  const amounts: number[] = [];
  const accounts: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const name in value) {
      const inner = (value as Readonly<Record<string, unknown>>)[name];
      if (typeof inner !== "string") look(inner);
      else if (name === "amount") amounts.push(Number(inner));
      else if (name === "bban" || name === "iban" || name === "identification") {
        accounts.push(inner);
      }
    }
  };
  look(body);
  return { amounts, accounts };
};
