import type { Psd2Role } from "@varde/protocol";
import type { TppId, WorldId } from "../ports/ids.ts";

/** An identified third-party provider. */
export interface Tpp {
  readonly tppId: TppId;
  /** `PSDNO-FSA-…` of a trusted certificate, or the public key of one that chains to no anchor. */
  readonly identifier: string;
  readonly name: string;
  readonly roles: ReadonlySet<Psd2Role>;
  readonly worldId: WorldId;
}
