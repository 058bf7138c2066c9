import type { Terminal } from "../terminal/terminal.ts";

interface PaymentResponse {
  readonly tppMessages?: readonly { readonly category: string; readonly text?: string }[];
  readonly psuMessage?: string;
}

/** Prints the bank's messages for the TPP and for the PSU. */
export const printMessages = (response: PaymentResponse, { line, paint }: Terminal): void => {
  for (const { category, text = "" } of response.tppMessages ?? []) {
    line(`  ${paint(category === "ERROR" ? "red" : "yellow", category)} ${text}`);
  }
  if (response.psuMessage !== undefined) line(`  Message for the PSU: ${response.psuMessage}`);
};
