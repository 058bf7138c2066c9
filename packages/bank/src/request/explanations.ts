import {
  buildSigningString,
  computeDigest,
  formatKeyId,
  parseDateHeader,
  parseSignatureHeader,
} from "@varde/protocol";
import { BoundedMap } from "@varde/storage";
import type { Refusal } from "./refusal.ts";
import type { RequestContext } from "./request-context.ts";

/** Details of a request whose signature, digest, date or certificate was refused. */
export interface Explanation {
  readonly at: string;
  readonly request: string;
  readonly stage: string;
  readonly text: string;
  /** Why a certificate is not trusted; only a sandbox reveals it. */
  readonly reason?: string;
  readonly signingString?: string;
  readonly computedDigest: string;
  readonly expectedKeyId?: string;
  readonly clockDifferenceSeconds?: number;
}

const explanationsMax = 1_000;

/** The last thousand explanations, in memory. */
export class Explanations {
  readonly #byId = new BoundedMap<string, Explanation>(explanationsMax);

  add(id: string, explanation: Explanation): void {
    this.#byId.set(id, explanation);
  }

  find(id: string): Explanation | undefined {
    return this.#byId.get(id);
  }
}

/** Returns the stage to explain, or undefined. An untrusted certificate counts as a stage. */
export const stageToExplain = ({ stage, violations }: Refusal): string | undefined => {
  const { code, path } = violations[0];
  const isCertificate = code === "FORBIDDEN" && path === "TPP-Signature-Certificate";
  return stage ?? (isCertificate ? path : undefined);
};

export const explainRefusal = (
  refusal: Refusal,
  stage: string,
  context: RequestContext,
): Explanation => {
  const { received } = context;
  const signature = parseSignatureHeader(context.header("signature") ?? "");
  const string = signature.ok
    ? buildSigningString(signature.value.headers, {
        method: received.method,
        target: received.target,
        header: (name) => received.headers.get(name),
      })
    : undefined;
  const date = parseDateHeader(context.header("date") ?? "");
  const certificate = context.knownCertificate;
  return {
    at: new Date(received.receivedAt).toISOString(),
    request: `${received.method} ${received.target}`,
    stage,
    text: refusal.violations[0].text,
    ...(refusal.logReason === undefined ? {} : { reason: refusal.logReason }),
    computedDigest: computeDigest(received.rawBody, "SHA-256"),
    ...(string?.ok ? { signingString: string.value } : {}),
    ...(certificate === undefined ? {} : { expectedKeyId: formatKeyId(certificate) }),
    ...(date.ok
      ? { clockDifferenceSeconds: Math.trunc((date.value - received.receivedAt) / 1000) }
      : {}),
  };
};
