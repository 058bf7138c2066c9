import type { PsuContext } from "@varde/protocol";
import { readCallback, type ScaSuccess } from "./read-callback.ts";
import { CallbackError, ScaFailedError } from "./tpp-error.ts";

/** What the PSU's own request to the TPP carried, passed on where it is known. */
export interface ForwardedHeaders {
  readonly ipPort?: string;
  readonly userAgent?: string;
  readonly httpMethod?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly accept?: string;
  readonly acceptCharset?: string;
  readonly acceptEncoding?: string;
  readonly acceptLanguage?: string;
  readonly geoLocation?: string;
  readonly deviceId?: string;
}

/** What has to be stored of a PSU between two visits. */
export interface PsuMemory {
  readonly psuId?: string;
  readonly psuCorporateId?: string;
  readonly sessionId: string;
}

export interface PsuOptions extends Partial<PsuMemory> {
  /** Where the bank sends the PSU after SCA. */
  readonly redirectUri: string;
  /** The PSU's address; leave it out when the PSU is not there. */
  readonly ipAddress?: string;
  /** Asks for payment initiation with a single SCA, in this context. */
  readonly context?: PsuContext;
  /** National identity number, sent on payment creation while no psu-id is known. */
  readonly identity?: string;
  /** False asks for approval in the bank's app instead of a redirect. */
  readonly redirectPreferred?: boolean;
  readonly forwarded?: ForwardedHeaders;
}

/**
 * One PSU as the TPP knows it: who they are at this bank, the session their SCA counts in, and how
 * they are reached. Each call that acts for them takes it.
 *
 * @example
 * const psu = client.psu({ redirectUri: "https://tpp.example/callback", ipAddress: "192.0.2.7" });
 * // … the PSU comes back from the bank:
 * psu.remember(request.url);
 * await store(psu.memory);
 */
export class Psu {
  readonly options: PsuOptions;
  readonly #memory: { current: PsuMemory };
  readonly #newId: () => string;

  constructor(options: PsuOptions, newId: () => string, memory?: { current: PsuMemory }) {
    this.options = options;
    this.#newId = newId;
    this.#memory = memory ?? {
      current: {
        sessionId: options.sessionId ?? newId(),
        ...(options.psuId !== undefined && { psuId: options.psuId }),
        ...(options.psuCorporateId !== undefined && { psuCorporateId: options.psuCorporateId }),
      },
    };
  }

  get memory(): PsuMemory {
    return this.#memory.current;
  }

  /**
   * Takes in the address the PSU came back to. A psu-id of someone else or another session's end
   * changes nothing, so that a forged link cannot make the TPP act for the wrong person.
   *
   * @throws ScaFailedError when the SCA failed, CallbackError when the address is not this PSU's.
   */
  remember(address: string | URL): ScaSuccess {
    const callback = readCallback(address);
    if (callback.outcome === "failure") {
      throw new ScaFailedError(callback.message || `SCA failed with ${callback.code}`, callback);
    }
    const { psuId, psuCorporateId, sessionId } = this.memory;
    if (callback.sessionId !== sessionId) {
      throw new CallbackError("The address ends an SCA of another session");
    }
    if (psuId !== undefined && callback.psuId.toLowerCase() !== psuId.toLowerCase()) {
      throw new CallbackError("The address names another PSU");
    }
    const kept = callback.context === "CORPORATE" ? psuCorporateId : undefined;
    this.#keep(callback.psuId, callback.psuCorporateId ?? kept, sessionId);
    return callback;
  }

  /** Acts under this corporate agreement from now on, or as a private person without one. */
  actUnder(psuCorporateId: string | undefined): void {
    this.#keep(this.memory.psuId, psuCorporateId, this.memory.sessionId);
  }

  /** Begins a new session, which needs an SCA of its own, and answers its id. */
  beginSession(): string {
    const sessionId = this.#newId();
    this.#keep(this.memory.psuId, this.memory.psuCorporateId, sessionId);
    return sessionId;
  }

  /** The same PSU, memory shared, for calls made while they are not there (SCA-24). */
  absent(): Psu {
    const { ipAddress: _ipAddress, forwarded: _forwarded, ...options } = this.options;
    return new Psu(options, this.#newId, this.#memory);
  }

  #keep(psuId: string | undefined, psuCorporateId: string | undefined, sessionId: string): void {
    this.#memory.current = {
      sessionId,
      ...(psuId !== undefined && { psuId }),
      ...(psuCorporateId !== undefined && { psuCorporateId }),
    };
  }
}
