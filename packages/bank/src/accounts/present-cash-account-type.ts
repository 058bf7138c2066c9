import type { AcceptFix } from "@varde/protocol";

/** ISO 20022 codes of account types with the word this bank had for each before it used them. */
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

/** VER-07: the ISO 20022 code; before that was the default, and unless asked for, our own word. */
export const presentCashAccountType = (known: string, fixes: ReadonlySet<AcceptFix>): string => {
  const isCode = known.toUpperCase() in ownWords;
  if (fixes.has("cash-account-type-iso")) {
    return isCode ? known.toUpperCase() : (codes.get(known.toLowerCase()) ?? "OTHR");
  }
  return isCode ? (ownWords[known.toUpperCase()] ?? known) : known;
};
