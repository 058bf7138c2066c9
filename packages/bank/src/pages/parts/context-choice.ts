/** The context that the PSU chose: private, or a company under an agreement. */
export type ContextChoice = { context: "PRIVATE" } | { context: "CORPORATE"; agreementId: string };

const corporatePrefix = "CORPORATE:";

/** Returns the value of a radio button of the context page. */
export function formatContextChoice(choice: ContextChoice): string {
  return choice.context === "PRIVATE" ? "PRIVATE" : corporatePrefix + choice.agreementId;
}

/** Parses the form field `context`. Returns undefined for a missing or unknown value. */
export function parseContextChoice(value: string | undefined): ContextChoice | undefined {
  if (value === "PRIVATE") return { context: "PRIVATE" };
  if (!value?.startsWith(corporatePrefix)) return undefined;
  const agreementId = value.slice(corporatePrefix.length);
  return agreementId === "" ? undefined : { context: "CORPORATE", agreementId };
}
