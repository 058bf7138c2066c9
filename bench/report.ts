import type { Figures } from "./load/measure-rounds.ts";
import { median } from "./median.ts";

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

  /** A sentence beside the figures. */
  note(text: string): void {
    this.#write(`  ${text}\n`);
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

/** What a comparison with a floor has to reach, where there is a goal for it. */
export interface FloorGoals {
  /** In requests a second and in CPU per request alike. */
  readonly share?: Goal;
  readonly p99?: Goal;
}

/**
 * The medians of the bank's rounds beside those of its floor. The ratio is the median of the
 * rounds' own ratios: the two halves of a round share whatever else the machine was doing.
 */
export const reportAgainstFloor = (
  report: Report,
  floor: readonly Figures[],
  bank: readonly Figures[],
  goals: FloorGoals,
): void => {
  const compare = (label: string, figure: keyof Figures, goal?: Goal, isInverse = false) => {
    const [floors, banks] = [floor, bank].map((rounds) => rounds.map((round) => round[figure]));
    if (floors === undefined || banks === undefined) return;
    const ratios = banks.map((value, round) => value / (floors[round] ?? Number.NaN));
    const ratio = median(isInverse ? ratios.map((value) => 1 / value) : ratios);
    report.line(label, [median(floors), median(banks), ratio], goal);
  };
  compare("requests/s", "requestsPerSecond", goals.share);
  compare("CPU per request, µs", "cpuUs", goals.share, true);
  compare("p50, ms", "p50Ms");
  compare("p99, ms", "p99Ms", goals.p99);
};

const format = (figure: number): string => {
  const digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
  return figure.toFixed(digits).replace(/\B(?=(\d{3})+$)/g, digits === 0 ? " " : "");
};
