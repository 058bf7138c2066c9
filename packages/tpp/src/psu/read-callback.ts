import {
  isInvalid,
  type PsuContext,
  parseUuid,
  psuContexts,
  type TppMessageCode,
} from "@varde/protocol";
import { address as anyAddress, checkArguments } from "../check-arguments.ts";
import { CallbackError, toKnownCode } from "../tpp-error.ts";

/** The PSU has authenticated. */
export interface ScaSuccess {
  /** Tells a success from a failure. */
  readonly outcome: "success";
  /** The PSU's id at this bank, a UUID; send it as PSU-ID from now on. */
  readonly psuId: string;
  /** The corporate agreement that the PSU chose, a UUID. Absent in private context. */
  readonly psuCorporateId?: string;
  /** The TPP-Session-ID that the SCA belongs to. */
  readonly sessionId: string;
  /** Whether the PSU acts privately or for a company. */
  readonly context: PsuContext;
}

/** The SCA ended without success. */
export interface ScaFailure {
  /** Tells a failure from a success. */
  readonly outcome: "failure";
  /** The system that failed, such as `sca` or `core-bank`. Absent if the bank does not say. */
  readonly system?: string;
  /** The HTTP status that a refusal for the same reason would have, 400 to 599. */
  readonly status: number;
  /** The reason; if the interface does not have the bank's code, the code of the status. */
  readonly code: TppMessageCode;
  /** The bank's text, which may be empty. */
  readonly message: string;
}

/** The result of an SCA, as the address says it to which the PSU returned. */
export type Callback = ScaSuccess | ScaFailure;

/** A base for addresses that a web server provides without their origin. */
const anyOrigin = "http://callback.invalid";

/**
 * Reads the address to which the PSU returned. The address comes from the browser and proves
 * nothing: `psu.remember` also compares it with the session of the PSU.
 *
 * @example
 * const callback = readCallback("/callback?psu-id=…&tpp-session-id=…&context=PRIVATE");
 * if (callback.outcome === "failure") showPsu(callback.message);
 *
 * @throws CallbackError if the address is neither a success nor a failure.
 */
export const readCallback = (address: string | URL): Callback => {
  checkArguments("readCallback", [address], [["address", anyAddress]]);
  const { searchParams } = parseAddress(address);
  // The bank adds its parameters after those that the TPP's address already had.
  const last = (name: string) => searchParams.getAll(name).at(-1);
  const names = [...searchParams.keys()];
  const success = names.lastIndexOf("psu-id");
  const failure = Math.max(names.lastIndexOf("code"), names.lastIndexOf("status"));
  if (success === failure) {
    throw new CallbackError("The callback address has neither psu-id nor an error code");
  }
  return success > failure ? readSuccess(last) : readFailure(last);
};

const parseAddress = (address: string | URL): URL => {
  try {
    return new URL(address, anyOrigin);
  } catch (cause) {
    throw new CallbackError("The callback address is not a URL", { cause });
  }
};

type Parameter = (name: string) => string | undefined;

const readSuccess = (last: Parameter): ScaSuccess => {
  const sessionId = last("tpp-session-id");
  if (!sessionId)
    throw new CallbackError("The callback address has a psu-id but no tpp-session-id");
  const corporate = last("psu-corporate-id");
  const psuCorporateId = corporate ? readUuid("psu-corporate-id", corporate) : undefined;
  const context = last("context") ?? (psuCorporateId === undefined ? "PRIVATE" : "CORPORATE");
  if (!isPsuContext(context)) {
    throw new CallbackError("The context of the callback address is neither PRIVATE nor CORPORATE");
  }
  return {
    outcome: "success",
    psuId: readUuid("psu-id", last("psu-id")),
    ...(psuCorporateId !== undefined && { psuCorporateId }),
    sessionId,
    context,
  };
};

const readFailure = (last: Parameter): ScaFailure => {
  const given = Number(last("status"));
  const status = Number.isInteger(given) && given >= 400 && given < 600 ? given : 500;
  const system = last("system");
  return {
    outcome: "failure",
    ...(system !== undefined && { system }),
    status,
    code: toKnownCode(last("code"), status),
    message: last("message") ?? "",
  };
};

const readUuid = (name: string, value: string | undefined): string => {
  if (value === undefined || isInvalid(parseUuid(value)))
    throw new CallbackError(`The ${name} of the callback address is not a UUID`);
  return value;
};

const isPsuContext = (value: string): value is PsuContext =>
  psuContexts.some((context) => context === value);
