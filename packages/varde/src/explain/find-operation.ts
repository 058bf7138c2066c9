import { type Operation, operationList } from "@varde/protocol";

/** The operation a request means, wherever the bank puts its /v1. */
export const findOperation = (method: string, target: string): Operation | undefined => {
  const path = (target.split("?", 1)[0] ?? "").replace(/^.*?(?=\/v1\/)/, "");
  return operationList.find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path) &&
      // The first two parts of a payment's path would otherwise take any path of two parts.
      (!each.path.startsWith("/v1/{service}") || /^\/v1\/(bulk-|periodic-)?payments\//.test(path)),
  );
};
