import type { AcceptFix } from "@varde/protocol";

/** ISO 20022 account type codes, each with the bank's own word from before it used them. */
const ownWords: Readonly<Record<string, string>> = {
  CACC: "Brukskonto",
  CARD: "Kortkonto",
  CASH: "Kontantkonto",
  LOAN: "Lånekonto",
  MGLD: "Plasseringskonto",
  SACC: "Oppgjørskonto",
  SLRY: "Lønnskonto",
  SVGS: "Sparekonto",
  TAXE: "Skattetrekkskonto",
  TRAN: "Transaksjonskonto",
  TRAS: "Kassekonto",
};

const codes = new Map(
  Object.entries(ownWords).map(([code, word]) => [word.toLowerCase(), code] as const),
);

/**
 * VER-07: returns the ISO 20022 code. Before that became the default, it was the bank's own word
 * unless the TPP requested the fix.
 */
export const presentCashAccountType = (known: string, fixes: ReadonlySet<AcceptFix>): string => {
  const isCode = known.toUpperCase() in ownWords;
  if (fixes.has("cash-account-type-iso")) {
    return isCode ? known.toUpperCase() : (codes.get(known.toLowerCase()) ?? "OTHR");
  }
  return isCode ? (ownWords[known.toUpperCase()] ?? known) : known;
};
