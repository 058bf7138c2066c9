import type { Scenario } from "./scenario-operations.ts";

interface StoredScenario {
  readonly scenario: Scenario;
  readonly matched: number;
}

/** Describes a scenario: its state, its effect, and what it matches. */
export const describeScenario = ({ scenario, matched }: StoredScenario) => ({
  state: isUsedUp(scenario, matched) ? "used up" : "armed",
  effect: describeEffect(scenario.effect),
  match: `${describeMatch(scenario)}, ${describeTurn(scenario)}`,
});

const isUsedUp = ({ nth = 1, times = 1 }: Scenario, matched: number): boolean =>
  times !== 0 && matched >= nth + times - 1;

const describeEffect = (effect: Scenario["effect"]): string => {
  const { code, status, unavailable, drop, dropAfter, decorate, sca, payment } = effect;
  const { reason, delayMs } = effect;
  const words = [
    code !== undefined && `refused with ${[status, code].filter(Boolean).join(" ")}`,
    unavailable && "refused with 503",
    drop && "connection closed, nothing done",
    dropAfter && "connection closed after the work is done",
    decorate !== undefined && `response with an unknown ${decorate.join(", ")}`,
    sca !== undefined && `the approval ends as ${sca}`,
    payment === "hold" && "the payment is held as PDNG",
    payment !== undefined &&
      payment !== "hold" &&
      `the payment ends as ${[payment, reason].filter(Boolean).join(" ")}`,
    delayMs !== undefined && `response ${delayMs} ms later`,
  ];
  return words.filter(Boolean).join(", ");
};

const describeMatch = ({ effect, match = {} }: Scenario): string => {
  const { operation, amount, account, tpp, query } = match;
  const subject = effect.sca !== undefined ? "approval" : "payment";
  const isCall = effect.sca === undefined && effect.payment === undefined;
  const words = [
    operation ?? `any ${isCall ? "request" : subject}`,
    amount !== undefined && `of ${amount}`,
    account !== undefined && `with account ${account}`,
    query !== undefined && `with ${query}`,
    tpp !== undefined && `by ${tpp}`,
  ];
  return words.filter(Boolean).join(" ");
};

const describeTurn = ({ nth = 1, times = 1 }: Scenario): string => {
  const start = nth === 1 ? "" : `, from match ${nth}`;
  if (times === 0) return `always${start}`;
  return `${times === 1 ? "once" : `${times} times`}${start}`;
};
