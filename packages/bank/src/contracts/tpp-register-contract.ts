import assert from "node:assert/strict";
import { portResults } from "../ports/guard/port-results.ts";
import type { TppRegister, TppRequest } from "../ports/tpp-register.ts";
import { assertShape, type ContractRule, numberRules } from "./contract.ts";

/** A register to test, with requests about which it should know. */
export interface TppRegisterSubject {
  readonly register: TppRegister;
  /** A request that the register must admit. */
  readonly admitted: TppRequest;
  /** The identifier of a TPP that is blocked. */
  readonly blocked: string;
  /** A change that makes the request one of a service that the TPP is not registered for. */
  readonly uncovered: Partial<Pick<TppRequest, "operation" | "roles">>;
}

const unknown = "PSDZZ-NOBODY-000000000";

/** Returns the rules for the port `tppRegister`. */
export const tppRegisterContract = ({
  register,
  admitted,
  blocked,
  uncovered,
}: TppRegisterSubject): readonly ContractRule[] => {
  const admit = async (change: Partial<TppRequest> = {}) => {
    const admission = await register.admit({ ...admitted, ...change });
    assertShape(portResults.tppRegister.admit, admission);
    return admission;
  };
  const refuses = async (change: Partial<TppRequest>) => {
    assert.equal((await admit(change)).isAdmitted, false);
  };
  return numberRules("REGISTER", [
    ["admits a registered TPP", async () => assert.deepEqual(await admit(), { isAdmitted: true })],
    ["refuses an unknown TPP with a reason", () => refuses({ identifier: unknown })],
    ["refuses a blocked TPP with a reason", () => refuses({ identifier: blocked })],
    ["refuses a service that the TPP is not registered for", () => refuses(uncovered)],
    ["refuses a country that the TPP has no passport for", () => refuses({ country: "ZZ" })],
    [
      "decides about concurrent requests independently",
      async () => {
        const requests = [{}, { identifier: unknown }, {}, { identifier: blocked }, {}];
        const admissions = await Promise.all(requests.map(admit));
        assert.deepEqual(
          admissions.map(({ isAdmitted }) => isAdmitted),
          [true, false, true, false, true],
        );
      },
    ],
  ]);
};
