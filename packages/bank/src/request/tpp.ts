import type { Psd2Role } from "@varde/protocol";

/** An identified third-party provider. */
export interface Tpp {
  readonly tppId: string;
  /** `PSDNO-FSA-…` of a trusted certificate, or the public key of one that chains to no anchor. */
  readonly identifier: string;
  readonly name: string;
  readonly roles: ReadonlySet<Psd2Role>;
  readonly worldId: string;
}
