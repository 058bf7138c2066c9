import type { BankPorts } from "@varde/bank";
import { openFileRegister } from "@varde/eidas";
import type { PortContext } from "./port-context.ts";

/** Opens the TPP register of a JSON file. */
export const openTppRegister = async ({
  settings: { tppRegister: path },
  shared: { registers, onFault },
  stack,
}: PortContext): Promise<Partial<BankPorts>> => {
  if (path === undefined) return {};
  const { part } = stack.use(await registers.use(path, () => openFileRegister(path, { onFault })));
  return { tppRegister: part };
};
