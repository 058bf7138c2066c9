import type { Figures } from "./load/measure-rounds.ts";

/** What a figure has to be: at least, or at most. */
export interface Goal {
  readonly sign: "≥" | "≤";
  readonly value: number;
}

export const atLeast = (value: number): Goal => ({ sign: "≥", value });
export const atMost = (value: number): Goal => ({ sign: "≤", value });

const isMet = (figure: number, { sign, value }: Goal): boolean =>
  sign === "≥" ? figure >= value : figure <= value;

const columns = [34, 11, 11, 9] as const;

/** Prints the figures with their goals beside them, and remembers which goals were missed. */
export class Report {
  readonly #write: (text: string) => void;
  #goals = 0;
  readonly #missed: string[] = [];
  #title = "";

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** `id` is the row of the load table that the section measures. */
  section(id: string, title: string, heads: readonly string[]): void {
    this.#title = id;
    this.#write(`\n${id}  ${title}\n${this.#cells(["", ...heads, "goal"])}\n`);
  }

  /** One line: some figures, the last of which is held against the goal. */
  line(label: string, figures: readonly (number | undefined)[], goal?: Goal): void {
    const last = figures.at(-1);
    const texts = figures.map((figure) => (figure === undefined ? "" : format(figure)));
    this.#write(this.#cells([`  ${label}`, ...texts, goal ? this.#judge(label, last, goal) : ""]));
    this.#write("\n");
  }

  #judge(label: string, figure: number | undefined, goal: Goal): string {
    this.#goals += 1;
    const met = figure !== undefined && isMet(figure, goal);
    if (!met) this.#missed.push(`${this.#title} ${label}`);
    return `${goal.sign} ${format(goal.value)}${met ? "" : "  missed"}`;
  }

  #cells(texts: readonly string[]): string {
    const [label = "", ...rest] = texts;
    const goal = rest.pop() ?? "";
    const cells = rest.map((text, at) => text.padStart(columns[at + 1] ?? 9));
    return `${label.padEnd(columns[0])}${cells.join("")}   ${goal}`.trimEnd();
  }

  close(): void {
    const met = this.#goals - this.#missed.length;
    const missed = this.#missed.length === 0 ? "" : ` Missed: ${this.#missed.join("; ")}.`;
    this.#write(`\n${met} of ${this.#goals} goals are met.${missed}\n`);
  }
}

/** What a comparison with a floor has to reach. */
export interface FloorGoals {
  readonly share: Goal;
  readonly p99?: Goal;
}

/** The four figures of a server beside those of its floor. */
export const reportAgainstFloor = (
  report: Report,
  floor: Figures,
  bank: Figures,
  goals: FloorGoals,
): void => {
  const perSecond = bank.requestsPerSecond / floor.requestsPerSecond;
  const perCpu = floor.cpuUs / bank.cpuUs;
  report.line(
    "requests/s",
    [floor.requestsPerSecond, bank.requestsPerSecond, perSecond],
    goals.share,
  );
  report.line("CPU per request, µs", [floor.cpuUs, bank.cpuUs, perCpu], goals.share);
  report.line("p50, ms", [floor.p50Ms, bank.p50Ms, bank.p50Ms / floor.p50Ms]);
  report.line("p99, ms", [floor.p99Ms, bank.p99Ms, bank.p99Ms / floor.p99Ms], goals.p99);
};

const format = (figure: number): string => {
  const digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
  return figure.toFixed(digits).replace(/\B(?=(\d{3})+$)/g, digits === 0 ? " " : "");
};
