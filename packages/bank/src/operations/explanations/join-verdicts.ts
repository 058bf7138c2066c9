import type { ExplainedCheck, RequestExplanation } from "@varde/protocol";

/** Details of a request whose signature, digest, date or certificate was refused. */
export interface Explanation extends Partial<RequestExplanation> {
  readonly at: string;
  readonly request: string;
  readonly stage: string;
  readonly text: string;
  /** Why a certificate is not trusted; only a sandbox reveals it. */
  readonly reason?: string;
  readonly clockDifferenceSeconds?: number;
  /** The X-Request-ID, to find the request in the log. */
  readonly requestId?: string;
}

/** The parts of a request that a stage of the signature check looks at. */
const partsOfStage: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Date: ["Date"],
  Digest: ["Digest"],
  "TPP-Signature-Certificate": ["Certificate"],
  Signature: ["Signature", "Signature form", "keyId", "Covered headers"],
};

/**
 * Joins the refusal with what was found out about each part, so that no part is right and refused
 * at the same time. The bank may refuse what the request alone does not show: a certificate that it
 * does not trust, a signature that was used before, a form that only other banks tolerate.
 */
export const joinVerdicts = (
  summary: Explanation,
  found: Partial<RequestExplanation> = {},
): Explanation => {
  const { checks = [] } = found;
  const parts = partsOfStage[summary.stage] ?? [summary.stage];
  const decisive = checks.find(
    ({ check, verdict }) => verdict === "wrong" && parts.includes(check),
  );
  if (decisive !== undefined) {
    // The text of the refusal may come from a shorter search for the mistake.
    const isFullSearch = decisive.check === "Signature";
    return { ...summary, ...found, text: isFullSearch ? decisive.text : summary.text };
  }
  const [part] = parts;
  const refused: ExplainedCheck = { check: part, verdict: "wrong", text: describe(summary) };
  return {
    ...summary,
    ...found,
    verdict: "wrong",
    checks: checks.some(({ check }) => check === part)
      ? checks.map((each) => (each.check === part ? refused : each))
      : [...checks, refused],
  };
};

const describe = ({ text, reason }: Explanation): string =>
  reason === undefined ? text : `${text.replace(/\.$/, "")}: ${reason}.`;
