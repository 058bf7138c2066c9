import type { PsuContext } from "@varde/protocol";
import { address as anyAddress, checkArguments, filledText, optional } from "../check-arguments.ts";
import { CallbackError, ScaFailedError } from "../tpp-error.ts";
import { readCallback, type ScaSuccess } from "./read-callback.ts";

/** Headers of the PSU's request to the TPP, forwarded to the bank. */
export interface ForwardedHeaders {
  /**
   * PSU-IP-Port: the port of the PSU's connection, 1 to 65535 as text.
   *
   * @defaultValue not sent
   */
  readonly ipPort?: string;
  /**
   * PSU-User-Agent: the User-Agent of the PSU's browser.
   *
   * @defaultValue not sent
   */
  readonly userAgent?: string;
  /**
   * PSU-Http-Method: the method of the PSU's request.
   *
   * @defaultValue not sent
   */
  readonly httpMethod?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * PSU-Accept: the Accept of the PSU's browser.
   *
   * @defaultValue not sent
   */
  readonly accept?: string;
  /**
   * PSU-Accept-Charset: the Accept-Charset of the PSU's browser.
   *
   * @defaultValue not sent
   */
  readonly acceptCharset?: string;
  /**
   * PSU-Accept-Encoding: the Accept-Encoding of the PSU's browser.
   *
   * @defaultValue not sent
   */
  readonly acceptEncoding?: string;
  /**
   * PSU-Accept-Language: the Accept-Language of the PSU's browser.
   *
   * @defaultValue not sent
   */
  readonly acceptLanguage?: string;
  /**
   * PSU-Geo-Location: where the PSU is, as `GEO:59.91;10.75`, in degrees north and east.
   *
   * @defaultValue not sent
   */
  readonly geoLocation?: string;
  /**
   * PSU-Device-ID: a UUID of the PSU's device, always the same.
   *
   * @defaultValue not sent
   */
  readonly deviceId?: string;
}

/** The state of a PSU that the TPP must store between two visits. */
export interface PsuMemory {
  /**
   * The PSU's id at this bank, a UUID.
   *
   * @defaultValue none; the bank identifies the PSU in the first SCA
   */
  readonly psuId?: string;
  /**
   * The corporate agreement that the PSU acts under, a UUID.
   *
   * @defaultValue none; the PSU acts privately
   */
  readonly psuCorporateId?: string;
  /**
   * The TPP-Session-ID. An SCA is valid in its session for at most one hour.
   *
   * @defaultValue a new id from the client's `ids`
   */
  readonly sessionId: string;
}

/** The options of `client.psu`. Only `redirectUri` is required. */
export interface PsuOptions extends Partial<PsuMemory> {
  /** The absolute address to which the bank redirects the PSU after SCA. */
  readonly redirectUri: string;
  /**
   * The IP address of the PSU; leave it out if the PSU is not present. Without it, accounts can be
   * read 4 times in 24 hours, and only transactions of the last 90 days.
   *
   * @defaultValue not sent; the PSU is not present
   */
  readonly ipAddress?: string;
  /**
   * Requests payment initiation with a single SCA, in this context.
   *
   * @defaultValue not sent; the PSU authenticates before the payment is created
   */
  readonly context?: PsuContext;
  /**
   * The national identity number of 11 digits, sent when a payment is created and no psu-id is
   * known.
   *
   * @defaultValue not sent
   */
  readonly identity?: string;
  /**
   * Whether the PSU is redirected. False requests approval in the bank's app instead.
   *
   * @defaultValue not sent; the bank decides
   */
  readonly redirectPreferred?: boolean;
  /**
   * Headers of the PSU's own request, which some banks use to assess risk.
   *
   * @defaultValue none
   */
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
  /** The options that the PSU was created with. */
  readonly options: PsuOptions;
  readonly #memory: { current: PsuMemory };
  readonly #newId: () => string;

  /** Used by `client.psu`, which checks the options. */
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

  /** The state to store after each `remember`, and to pass to `client.psu` at the next visit. */
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
    checkArguments("psu.remember", [address], [["address", anyAddress]]);
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
    const kinds = [["psuCorporateId", optional(filledText)]] as const;
    checkArguments("psu.actUnder", [psuCorporateId], kinds);
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
