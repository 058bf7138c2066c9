import { compareFigure, isWithinSpread } from "./compare/compare-figures.ts";
import type { SideFigures } from "./compare/measure-sides.ts";
import type { Figures } from "./load/send-round.ts";

/** A lower or upper limit for a figure. */
export interface Goal {
  readonly sign: "≥" | "≤";
  readonly value: number;
}

export const atLeast = (value: number): Goal => ({ sign: "≥", value });
export const atMost = (value: number): Goal => ({ sign: "≤", value });

export const isMet = (figure: number, { sign, value }: Goal): boolean =>
  sign === "≥" ? figure >= value : figure <= value;

const columns = [34, 11, 11, 9] as const;
const gap = 2;

/** A printed line; figures that do not apply are null. */
export interface ReportedLine {
  readonly label: string;
  readonly figures: readonly (number | null)[];
  readonly goal?: Goal;
  /** How far equal code differs in the last figure, which is a ratio. */
  readonly spread?: number;
}

/** A printed section. */
export interface ReportedSection {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly lines: readonly ReportedLine[];
  /** Requests to each instance before the first round, where the section decides it itself. */
  readonly warmUp?: number;
}

/** Prints figures with their goals and records which goals were missed. */
export class Report {
  readonly #write: (text: string) => void;
  #goals = 0;
  readonly #missed: string[] = [];
  readonly #sections: (ReportedSection & { readonly lines: ReportedLine[] })[] = [];
  #title = "";

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Starts a section. `id` is the name that selects it. */
  section(id: string, title: string, heads: readonly string[], warmUp?: number): void {
    this.#title = id;
    const warm = warmUp === undefined ? {} : { warmUp };
    this.#sections.push({ id, title, heads, lines: [], ...warm });
    const after = warmUp === undefined ? "" : `, warm after ${warmUp} requests`;
    this.#write(`\n${id}  ${title}${after}\n${this.#cells(["", ...heads, "goal"])}\n`);
  }

  /**
   * Prints a line of figures, the last of which is compared with the goal. `spread` is how far
   * equal code differs in it.
   */
  line(
    label: string,
    figures: readonly (number | undefined)[],
    goal?: Goal,
    spread?: number,
  ): void {
    const last = figures.at(-1);
    this.#sections.at(-1)?.lines.push({
      label,
      figures: figures.map((figure) => figure ?? null),
      ...(goal === undefined ? {} : { goal }),
      ...(spread === undefined ? {} : { spread }),
    });
    const texts = figures.map((figure) => (figure === undefined ? "" : formatFigure(figure)));
    this.#write(
      this.#cells([`  ${label}`, ...texts, goal ? this.#compareWithGoal(label, last, goal) : ""]),
    );
    if (last !== undefined && spread !== undefined) {
      this.#write(`   ${formatSpread(last, spread)}`);
    }
    this.#write("\n");
  }

  /** The sections so far, for publication. */
  get sections(): readonly ReportedSection[] {
    return this.#sections;
  }

  /** Prints a sentence. */
  note(text: string): void {
    this.#write(`  ${text}\n`);
  }

  #compareWithGoal(label: string, figure: number | undefined, goal: Goal): string {
    this.#goals += 1;
    const met = figure !== undefined && isMet(figure, goal);
    if (!met) this.#missed.push(`${this.#title} ${label}`);
    return `${goal.sign} ${formatFigure(goal.value)}${met ? "" : "  missed"}`;
  }

  /** Returns the width of a column: at least that of its head. */
  #width(column: number): number {
    const head = this.#sections.at(-1)?.heads[column] ?? "";
    return Math.max(columns[column + 1] ?? 9, head.length + gap);
  }

  #cells(texts: readonly string[]): string {
    const [label = "", ...rest] = texts;
    const goal = rest.pop() ?? "";
    const cells = rest.map((text, at) => text.padStart(this.#width(at)));
    return `${label.padEnd(columns[0])}${cells.join("")}   ${goal}`.trimEnd();
  }

  close(): void {
    const met = this.#goals - this.#missed.length;
    const missed = this.#missed.length === 0 ? "" : ` Missed: ${this.#missed.join("; ")}.`;
    this.#write(`\n${met} of ${this.#goals} goals are met.${missed}\n`);
  }
}

/** Goals of a comparison with a floor. */
export interface FloorGoals {
  readonly requests?: Goal;
  readonly cpu?: Goal;
  readonly p99?: Goal;
}

/**
 * Prints the figures of two sides and their ratios, each with the spread of equal code. The ratio
 * of a cost is inverted, so that more is better, as for requests.
 */
export const reportComparison = (
  report: Report,
  floor: SideFigures,
  bank: SideFigures,
  goals: FloorGoals,
): void => {
  const compare = (label: string, figure: keyof Figures, goal?: Goal, isInverse = false) => {
    const { first, second, ratio, spread } = compareFigure(floor, bank, figure, isInverse);
    report.line(label, [first, second, ratio], goal, spread);
  };
  compare("requests/s", "requestsPerSecond", goals.requests);
  compare("CPU per request, µs", "cpuUs", goals.cpu, true);
  if (bank.flat().some(({ databaseUs }) => databaseUs > 0)) {
    compare("CPU of the database, µs", "databaseUs", undefined, true);
  }
  compare("p50, ms", "p50Ms");
  compare("p99, ms", "p99Ms", goals.p99);
};

/** Formats the spread of equal code beside a ratio, and whether the ratio lies within it. */
export const formatSpread = (ratio: number, spread: number): string => {
  const mark = isWithinSpread(ratio, spread) ? ", no difference shown" : "";
  return `A/A ±${(spread * 100).toFixed(0)} %${mark}`;
};

/** Formats a figure with two or three significant digits. */
export const formatFigure = (figure: number): string => {
  const digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
  // A small negative figure is 0.00, not -0.00.
  const text = figure.toFixed(digits).replace(/^-(?=0\.00$)/, "");
  return text.replace(/\B(?=(\d{3})+$)/g, digits === 0 ? " " : "");
};
