import type { PsuContext } from "@varde/protocol";
import { CallbackError, ScaFailedError } from "../tpp-error.ts";
import { readCallback, type ScaSuccess } from "./read-callback.ts";

/** Headers of the PSU's request to the TPP, forwarded to the bank. */
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

/** The state of a PSU that the TPP must store between two visits. */
export interface PsuMemory {
  readonly psuId?: string;
  readonly psuCorporateId?: string;
  readonly sessionId: string;
}

export interface PsuOptions extends Partial<PsuMemory> {
  /** The address to which the bank redirects the PSU after SCA. */
  readonly redirectUri: string;
  /** The IP address of the PSU; leave it out if the PSU is not present. */
  readonly ipAddress?: string;
  /** Requests payment initiation with a single SCA, in this context. */
  readonly context?: PsuContext;
  /** The national identity number, sent when a payment is created and no psu-id is known. */
  readonly identity?: string;
  /** False requests approval in the bank's app instead of a redirect. */
  readonly redirectPreferred?: boolean;
  readonly forwarded?: ForwardedHeaders;
}

/**
 * A PSU as the TPP knows it: its id at this bank, its session, and its redirect address. Pass it to
 * each call that acts for the PSU.
 *
 * @example
 * const psu = client.psu({ redirectUri: "https://tpp.example/callback", ipAddress: "192.0.2.7" });
 * // … the PSU returns from the bank:
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
   * Reads the address to which the PSU returned and stores its psu-id. Throws and changes nothing
   * if it names another PSU or session, so that a forged link cannot make the TPP act for someone
   * else.
   *
   * @throws ScaFailedError if the SCA failed, CallbackError if the address is not for this PSU.
   */
  remember(address: string | URL): ScaSuccess {
    const callback = readCallback(address);
    if (callback.outcome === "failure") {
      throw new ScaFailedError(callback.message || `SCA failed with ${callback.code}`, callback);
    }
    const { psuId, psuCorporateId, sessionId } = this.memory;
    if (callback.sessionId !== sessionId) {
      throw new CallbackError("The callback address belongs to another session");
    }
    if (psuId !== undefined && callback.psuId.toLowerCase() !== psuId.toLowerCase()) {
      throw new CallbackError("The callback address names another PSU");
    }
    const current = callback.context === "CORPORATE" ? psuCorporateId : undefined;
    this.#store(callback.psuId, callback.psuCorporateId ?? current, sessionId);
    return callback;
  }

  /** Selects a corporate agreement to act under, or the private context if undefined. */
  actUnder(psuCorporateId: string | undefined): void {
    this.#store(this.memory.psuId, psuCorporateId, this.memory.sessionId);
  }

  /** Starts a new session, which needs a new SCA, and returns its id. */
  beginSession(): string {
    const sessionId = this.#newId();
    this.#store(this.memory.psuId, this.memory.psuCorporateId, sessionId);
    return sessionId;
  }

  /** Returns the same PSU, with shared memory, for calls while the PSU is not present (SCA-24). */
  absent(): Psu {
    const { ipAddress: _ipAddress, forwarded: _forwarded, ...options } = this.options;
    return new Psu(options, this.#newId, this.#memory);
  }

  #store(psuId: string | undefined, psuCorporateId: string | undefined, sessionId: string): void {
    this.#memory.current = {
      sessionId,
      ...(psuId !== undefined && { psuId }),
      ...(psuCorporateId !== undefined && { psuCorporateId }),
    };
  }
}
