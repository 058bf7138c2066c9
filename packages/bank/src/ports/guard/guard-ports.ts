import { type Awaitable, isPromise, StorageUnavailable } from "@varde/storage";
import { ConfigurationRefused } from "../../configuration/configuration-refused.ts";
import { identificationMsMax } from "../../configuration/constants.ts";
import type { BankPorts } from "../bank-ports.ts";
import { PortFailed } from "./port-failed.ts";
import { PortGate, type PortLimits, type PortState } from "./port-gate.ts";
import { describeFault, type GuardedPorts, type IsValid, portResults } from "./port-results.ts";

type Method = (...given: readonly unknown[]) => unknown;

/** Methods that a port may omit. */
const optionalMethods = new Set(["coreBank.runClearing", "scaMethod.usesForm", "worlds.useWorld"]);
/** Methods that wait for a person, and so have a longer limit and no bound on calls at a time. */
const patientMethods = new Set(["scaMethod.finish"]);
/** Methods that rules call synchronously; a promise would be mistaken for the result. */
const synchronousMethods = new Set([
  "coreBank.quote",
  "coreBank.convertToNokMinor",
  "kidRegister.findKidAgreement",
  "scaMethod.usesForm",
]);
/** Methods that must exist but are not guarded, because they are not other systems. */
const unguardedMethods = { clock: ["machineNow", "now"], ids: ["newId", "newSecret"] } as const;

/** Receives what happens to the calls of the ports. */
export interface PortWatch {
  onFailed(method: string): void;
  /** Receives how long a call took, with the wait for its turn; not of synchronous methods. */
  onEnded?(method: string, ms: number): void;
  onBreaker(port: string, state: PortState["breaker"]): void;
}

/** The states of the guarded ports, by name. */
export type PortStates = Readonly<Partial<Record<keyof GuardedPorts, PortState>>>;

/**
 * Wraps the ports so that a method that throws, times out or returns a malformed result rejects
 * with `PortFailed`. Each port has a bound on calls at a time, and a breaker.
 */
export const guardPorts = (
  ports: BankPorts,
  limits: PortLimits,
  watch: PortWatch,
): { readonly ports: BankPorts; readonly states: () => PortStates } => {
  for (const port of ["clock", "ids"] as const) {
    for (const name of unguardedMethods[port]) requireMethod(port, ports[port], name);
  }
  const gates = new Map<keyof GuardedPorts, PortGate>();
  const guard = <Port extends keyof GuardedPorts>(port: Port) => {
    const gate = new PortGate(port, limits, watch.onBreaker);
    gates.set(port, gate);
    return guardPort(port, ports[port], gate, watch) as GuardedPorts[Port];
  };
  const guarded = {
    coreBank: guard("coreBank"),
    psuDirectory: guard("psuDirectory"),
    scaMethod: guard("scaMethod"),
    signingMandates: ports.signingMandates && guard("signingMandates"),
    appNotifier: ports.appNotifier && guard("appNotifier"),
    tppRegister: guard("tppRegister"),
    certificateTrust: ports.certificateTrust && guard("certificateTrust"),
    kidRegister: guard("kidRegister"),
    worlds: guard("worlds"),
    responseSigner: ports.responseSigner && guard("responseSigner"),
  } satisfies Record<keyof GuardedPorts, unknown>;
  return {
    ports: { ...ports, ...guarded },
    states: () => Object.fromEntries([...gates].map(([port, { state }]) => [port, state])),
  };
};

const guardPort = (
  port: keyof GuardedPorts,
  supplied: object | undefined,
  gate: PortGate,
  { onFailed, onEnded }: PortWatch,
): object => {
  const guarded: Record<string, Method> = {};
  for (const [name, isValid] of Object.entries<IsValid>(portResults[port])) {
    const method = `${port}.${name}`;
    if (optionalMethods.has(method) && Object(supplied)[name] === undefined) continue;
    const own = requireMethod(port, supplied, name);
    const fail = (why: string, options?: ConstructorParameters<typeof PortFailed>[1]): Error => {
      onFailed(method);
      return new PortFailed(`${method} ${why}`, options);
    };
    const callOwn = (given: readonly unknown[], limit: number | "synchronous") =>
      callGuarded(
        () => own.apply(supplied, [...given]),
        (result) => (isValid(result, given) ? undefined : describeFault(result, given)),
        limit,
        fail,
      );
    guarded[name] = (...given) => {
      if (synchronousMethods.has(method)) return callOwn(given, "synchronous");
      const call = () =>
        patientMethods.has(method)
          ? callOwn(given, identificationMsMax)
          : gate.run((withinMs) => callOwn(given, withinMs));
      return onEnded === undefined ? call() : timeCall(call, (ms) => onEnded(method, ms));
    };
  }
  return guarded;
};

/** Calls, and reports how long it took until the result or the failure. */
const timeCall = (
  call: () => Awaitable<unknown>,
  onEnded: (ms: number) => void,
): Awaitable<unknown> => {
  const since = performance.now();
  const end = () => onEnded(performance.now() - since);
  let result: Awaitable<unknown>;
  try {
    result = call();
  } catch (error) {
    end();
    throw error;
  }
  if (isPromise(result)) result.then(end, end);
  else end();
  return result;
};

const requireMethod = (port: string, supplied: object | undefined, name: string): Method => {
  if (supplied === undefined) throw new ConfigurationRefused(`The port ${port} is missing.`);
  const method: unknown = Reflect.get(supplied, name);
  if (isMethod(method)) return method;
  throw new ConfigurationRefused(`The port ${port} has no method ${name}.`);
};

const isMethod = (value: unknown): value is Method => typeof value === "function";

const callGuarded = (
  call: () => unknown,
  findFault: (result: unknown) => string | undefined,
  limit: number | "synchronous",
  fail: (why: string, options?: ConstructorParameters<typeof PortFailed>[1]) => Error,
): Awaitable<unknown> => {
  const validate = (result: unknown): unknown => {
    const fault = findFault(result);
    if (fault === undefined) return result;
    throw fail(`returned ${fault}`);
  };
  const failure = (error: unknown): unknown =>
    error instanceof StorageUnavailable ? error : fail("failed", { cause: error });
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    throw failure(error);
  }
  if (!isPromise(result)) return validate(result);
  if (limit === "synchronous") {
    Promise.resolve(result).catch(() => {});
    throw fail("must return its result directly, not a promise");
  }
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(fail(`timed out after ${Math.round(limit)} ms`, { failure: "timed-out" }));
    }, limit);
    // A result after the timeout is ignored.
    Promise.resolve(result)
      .then(validate)
      .then(
        (value) => {
          clearTimeout(late);
          resolve(value);
        },
        (error) => {
          clearTimeout(late);
          reject(error instanceof PortFailed ? error : failure(error));
        },
      );
  });
};
