import type { BankPorts } from "@varde/bank";
import { openFileRegister } from "@varde/eidas";
import type { PortContext } from "./port-context.ts";

/** Opens the TPP register of a JSON file. */
export const openTppRegister = async ({
  settings: { tppRegister: path },
  onFault,
  stack,
}: PortContext): Promise<Partial<BankPorts>> =>
  path === undefined ? {} : { tppRegister: stack.use(await openFileRegister(path, { onFault })) };
