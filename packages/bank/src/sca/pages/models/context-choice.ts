/** What the PSU acts as: itself, or a company through one agreement. */
export type ContextChoice = { context: "PRIVATE" } | { context: "CORPORATE"; agreementId: string };

const corporatePrefix = "CORPORATE:";

/** The value of one radio button of the context page. */
export function formatContextChoice(choice: ContextChoice): string {
  return choice.context === "PRIVATE" ? "PRIVATE" : corporatePrefix + choice.agreementId;
}

/** Reads the form field `context`; undefined when nothing, or nothing known, was chosen. */
export function parseContextChoice(value: string | undefined): ContextChoice | undefined {
  if (value === "PRIVATE") return { context: "PRIVATE" };
  if (!value?.startsWith(corporatePrefix)) return undefined;
  const agreementId = value.slice(corporatePrefix.length);
  return agreementId === "" ? undefined : { context: "CORPORATE", agreementId };
}
