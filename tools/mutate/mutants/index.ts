import type { Mutant } from "../mutant.ts";
import { basketMutants } from "./basket-mutants.ts";
import { headerMutants } from "./header-mutants.ts";
import { limitMutants } from "./limit-mutants.ts";
import { mandateMutants } from "./mandate-mutants.ts";
import { profileMutants } from "./profile-mutants.ts";
import { redirectMutants } from "./redirect-mutants.ts";
import { responseMutants } from "./response-mutants.ts";
import { scaMutants } from "./sca-mutants.ts";
import { signingMutants } from "./signing-mutants.ts";

export const mutants: readonly Mutant[] = [
  ...headerMutants,
  ...signingMutants,
  ...limitMutants,
  ...scaMutants,
  ...basketMutants,
  ...mandateMutants,
  ...redirectMutants,
  ...responseMutants,
  ...profileMutants,
];
