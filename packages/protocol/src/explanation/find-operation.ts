import { type Operation, operationList } from "../operations/index.ts";

/** Returns the operation of a request, whatever the bank has before /v1 in its paths. */
export const findOperation = (method: string, target: string): Operation | undefined => {
  const path = (target.split("?", 1)[0] ?? "").replace(/^.*?(?=\/v1\/)/, "");
  return operationList.find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path) &&
      // Otherwise {service}/{product} would match any path of two parts.
      (!each.path.startsWith("/v1/{service}") || /^\/v1\/(bulk-|periodic-)?payments\//.test(path)),
  );
};
