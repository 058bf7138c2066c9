import type { Certificate, Operation, Psd2Role } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";

/** A request of a TPP, with what a register needs to decide whether to admit it. */
export interface TppRequest {
  /** The trusted certificate that the request is signed with. */
  readonly certificate: Certificate;
  /** `PSDNO-FSA-…`, or `key:…` for a certificate that chains to no anchor, in a sandbox only. */
  readonly identifier: string;
  /** The roles that the certificate gives the TPP at this bank. */
  readonly roles: ReadonlySet<Psd2Role>;
  /** The operation, with the roles of which it requires one. */
  readonly operation: Pick<Operation, "id" | "roles">;
  /** The country in which the bank offers the service; TPPs of others need a passport for it. */
  readonly country: string;
  /** The machine's time in epoch milliseconds. */
  readonly at: number;
}

/** The decision of a register. The reason is only logged. */
export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly reason: string };

/**
 * The register of third-party providers. A real bank uses the national and European registers and
 * its own block list; the sandbox admits every TPP.
 *
 * @example
 * const tppRegister: TppRegister = {
 *   admit: ({ identifier }) =>
 *     blocked.has(identifier) ? { isAdmitted: false, reason: "blocked" } : { isAdmitted: true },
 * };
 */
export interface TppRegister {
  /** Decides on one request. Called for every request, so it should not wait for the network. */
  admit(request: TppRequest): Awaitable<Admission>;
}
