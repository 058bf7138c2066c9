import { pathToFileURL } from "node:url";
import type { PortContext, SuppliedPorts } from "./port-context.ts";

/** Ports that a bank's own module supplies. */
type ModulePorts = SuppliedPorts & Partial<AsyncDisposable>;

/**
 * Calls the default export of the bank's own module, which returns ports. If the result has the
 * method Symbol.asyncDispose, it is called when the bank stops.
 */
export const createModulePorts = async ({
  settings: { module: path },
  onFault,
  stack,
}: Pick<PortContext, "settings" | "onFault" | "stack">): Promise<SuppliedPorts> => {
  if (path === undefined) return {};
  const exported: { readonly default?: unknown } = await import(pathToFileURL(path).href);
  const { default: createPorts } = exported;
  if (typeof createPorts !== "function") {
    throw new Error(`${path} must have a function that returns ports as its default export`);
  }
  const ports: ModulePorts = await createPorts({ onFault });
  if (typeof ports !== "object" || ports === null) {
    throw new Error(`the function of ${path} must return an object with ports`);
  }
  stack.defer(async () => ports[Symbol.asyncDispose]?.());
  return { ...ports };
};
