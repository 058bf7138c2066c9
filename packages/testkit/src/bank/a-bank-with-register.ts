import type { BankConfiguration, TppRegister } from "@varde/bank";
import { aTpp } from "../tpp/raw-tpp.ts";
import { aBank } from "./a-bank.ts";
import { aProductionBank } from "./a-production-bank.ts";

/** Starts a production bank whose register of TPPs a test can replace. At first it admits all. */
export const aBankWithRegister = async (configuration: Partial<BankConfiguration>) => {
  await using stack = new AsyncDisposableStack();
  const sandbox = stack.use(await aBank());
  const admitAll: TppRegister["admit"] = async () => ({ isAdmitted: true });
  const register = { admit: admitAll };
  const anchors = [sandbox.authority.certificate];
  const bank = stack.use(
    await aProductionBank(
      sandbox,
      { anchors, ...configuration },
      { tppRegister: { admit: (request) => register.admit(request) } },
    ),
  );
  const opened = stack.move();
  return {
    address: bank.addresses.http,
    metrics: bank.bank.metrics,
    close: bank.close,
    tpp: aTpp(bank, sandbox.tpp),
    register,
    /** Lets the register admit all TPPs again. */
    restore: () => {
      register.admit = admitAll;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
