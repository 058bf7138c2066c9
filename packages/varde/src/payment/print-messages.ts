import type { Terminal } from "../terminal/terminal.ts";

interface Answer {
  readonly tppMessages?: readonly { readonly category: string; readonly text?: string }[];
  readonly psuMessage?: string;
}

/** What the bank wants to be told: to the TPP, and to the PSU. */
export const printMessages = (answer: Answer, { line, paint }: Terminal): void => {
  for (const { category, text = "" } of answer.tppMessages ?? []) {
    line(`  ${paint(category === "ERROR" ? "red" : "yellow", category)} ${text}`);
  }
  if (answer.psuMessage !== undefined) line(`  To the PSU: ${answer.psuMessage}`);
};
