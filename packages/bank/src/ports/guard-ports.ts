import { type Awaitable, isPromise, StorageUnavailable } from "@varde/storage";
import { ConfigurationRefused } from "../configuration-refused.ts";
import { identificationMsMax } from "../constants.ts";
import type { BankPorts } from "./bank-ports.ts";
import { PortFailed } from "./port-failed.ts";
import { type GuardedPorts, type IsValid, portResults } from "./port-results.ts";

type Method = (...given: readonly unknown[]) => unknown;

/** What is left out, and is not missed. */
const optionalMethods = new Set(["coreBank.runClearing"]);
/** A person may have to take out a phone. */
const patientMethods = new Set(["scaMethod.identify"]);
/** Asked in the middle of a rule, which cannot wait: a promise would be taken for the answer. */
const promptMethods = new Set([
  "coreBank.quote",
  "coreBank.convertToNokMinor",
  "kidRegister.findKidAgreement",
]);
/** Not guarded, since they are no other systems, but they have to be there. */
const plainMethods = { clock: ["machineNow", "now"], ids: ["newId", "newSecret"] } as const;

/**
 * Stands between the bank and the systems of whoever runs it: a method that throws, that answers
 * late or never, or that answers something else than it may, has failed, and what asked it goes no
 * further. Nothing waits for it longer than it may take.
 */
export const guardPorts = (
  ports: BankPorts,
  answerMsMax: number,
  onFailed: (method: string) => void,
): BankPorts => {
  for (const port of ["clock", "ids"] as const) {
    for (const name of plainMethods[port]) methodOf(port, ports[port], name);
  }
  const guard = <Port extends keyof GuardedPorts>(port: Port) =>
    guardPort(port, ports[port], answerMsMax, onFailed) as GuardedPorts[Port];
  return {
    ...ports,
    coreBank: guard("coreBank"),
    psuDirectory: guard("psuDirectory"),
    scaMethod: guard("scaMethod"),
    tppRegister: guard("tppRegister"),
    kidRegister: guard("kidRegister"),
    worlds: guard("worlds"),
    responseSigner: ports.responseSigner && guard("responseSigner"),
  };
};

const guardPort = (
  port: keyof GuardedPorts,
  supplied: object | undefined,
  answerMsMax: number,
  onFailed: (method: string) => void,
): object => {
  const guarded: Record<string, Method> = {};
  for (const [name, isAnswer] of Object.entries<IsValid>(portResults[port])) {
    const method = `${port}.${name}`;
    if (optionalMethods.has(method) && Object(supplied)[name] === undefined) continue;
    const own = methodOf(port, supplied, name);
    const fail = (why: string, cause?: unknown): Error => {
      onFailed(method);
      return new PortFailed(`${method} ${why}`, { cause });
    };
    const msMax = patientMethods.has(method) ? identificationMsMax : answerMsMax;
    const limit = promptMethods.has(method) ? "at once" : msMax;
    guarded[name] = (...given) =>
      answerOf(
        () => own.apply(supplied, [...given]),
        (answer) => isAnswer(answer, given),
        limit,
        fail,
      );
  }
  return guarded;
};

const methodOf = (port: string, supplied: object | undefined, name: string): Method => {
  if (supplied === undefined) throw new ConfigurationRefused(`The port ${port} is missing.`);
  const method = (supplied as Readonly<Record<string, unknown>>)[name];
  if (typeof method === "function") return method as Method;
  throw new ConfigurationRefused(`The port ${port} has no method ${name}.`);
};

const answerOf = (
  ask: () => unknown,
  isAnswer: (answer: unknown) => boolean,
  limit: number | "at once",
  fail: (why: string, cause?: unknown) => Error,
): Awaitable<unknown> => {
  const judge = (answer: unknown): unknown => {
    if (isAnswer(answer)) return answer;
    throw fail("has answered something else than it may");
  };
  const failure = (error: unknown): unknown =>
    error instanceof StorageUnavailable ? error : fail("has failed", error);
  let answer: unknown;
  try {
    answer = ask();
  } catch (error) {
    throw failure(error);
  }
  if (!isPromise(answer)) return judge(answer);
  if (limit === "at once") {
    Promise.resolve(answer).catch(() => {});
    throw fail("must answer at once, not with a promise");
  }
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(fail(`has not answered in ${limit} ms`)), limit);
    // What comes after that finds nobody waiting.
    Promise.resolve(answer)
      .then(judge)
      .then(resolve, (error) => reject(error instanceof PortFailed ? error : failure(error)))
      .finally(() => clearTimeout(late));
  });
};
