/** Formats a JSON pointer (RFC 6901) from the steps that lead to a field. */
export function formatPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${escapeStep(String(step))}`).join("");
}

/** Escapes one step of a JSON pointer. */
export function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
