import { type Awaitable, isLater, StorageUnavailable } from "@varde/storage";
import type { BankPorts } from "../bank.ts";
import { ConfigurationRefused } from "../configuration-refused.ts";
import { identificationMsMax } from "../constants.ts";
import { type GuardedPorts, type IsAnswer, portAnswers } from "./port-answers.ts";
import { PortFailed } from "./port-failed.ts";

type Method = (...given: readonly unknown[]) => unknown;

/** What is left out, and is not missed. */
const optionalMethods = new Set(["coreBank.runClearing"]);
/** A person may have to take out a phone. */
const patientMethods = new Set(["scaMethod.identify"]);

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
  if (supplied === undefined) throw new ConfigurationRefused(`The port ${port} is missing.`);
  const guarded: Record<string, Method> = {};
  for (const [name, isAnswer] of Object.entries<IsAnswer>(portAnswers[port])) {
    const method = `${port}.${name}`;
    const own = (supplied as Readonly<Record<string, unknown>>)[name];
    if (own === undefined && optionalMethods.has(method)) continue;
    if (typeof own !== "function") {
      throw new ConfigurationRefused(`The port ${port} has no method ${name}.`);
    }
    const msMax = patientMethods.has(method) ? identificationMsMax : answerMsMax;
    const fail = (why: string, cause?: unknown): Error => {
      onFailed(method);
      return new PortFailed(`${method} ${why}`, { cause });
    };
    guarded[name] = (...given) => answerOf(() => own.apply(supplied, given), isAnswer, msMax, fail);
  }
  return guarded;
};

const answerOf = (
  ask: () => unknown,
  isAnswer: IsAnswer,
  msMax: number,
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
  if (!isLater(answer)) return judge(answer);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(fail(`has not answered in ${msMax} ms`)), msMax);
    // What comes after that finds nobody waiting.
    Promise.resolve(answer)
      .then(judge)
      .then(resolve, (error) => reject(error instanceof PortFailed ? error : failure(error)))
      .finally(() => clearTimeout(late));
  });
};
