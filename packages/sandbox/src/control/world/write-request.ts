import {
  type ControlResponse,
  type LoggedExchange,
  type OperationId,
  operations,
} from "@varde/protocol";
import { ControlRefused } from "../../control-refused.ts";
import { sdkSnippet } from "../../reference/snippets/sdk-snippet.ts";
import { presentExchange } from "../../requests/present-exchange.ts";
import type { ControlledSandbox } from "./controlled-sandbox.ts";

/** Writes a recorded request as code with the SDK. */
export const writeRequest = (
  exchangeId: string,
  { requestLog, bank }: ControlledSandbox,
): ControlResponse<"writeRequest"> => {
  const recorded = requestLog.find(exchangeId);
  if (recorded === undefined) {
    throw new ControlRefused(`request ${exchangeId} is no longer stored; only the latest are`);
  }
  const { publicUrl, pathPrefix } = bank.configuration;
  const address = publicUrl + pathPrefix;
  const { operation, request } = presentExchange(recorded);
  if (!Object.hasOwn(operations, operation)) return { bank: address };
  const body = parseJson(request.body);
  const sdk = sdkSnippet({
    bank: address,
    operation,
    parameters: readParameters(operation as OperationId, request),
    method: request.method,
    path: request.target,
    headers: request.headers,
    ...(body !== undefined && { body }),
  });
  return { bank: address, sdk };
};

/** Returns the values of the names in braces of the operation's path. */
const readParameters = (
  operation: OperationId,
  { target }: LoggedExchange["request"],
): Readonly<Record<string, string>> => {
  const path = (target.split("?", 1)[0] ?? "").replace(/^.*?(?=\/v1\/)/, "").split("/");
  return Object.fromEntries(
    operations[operation].path.split("/").flatMap((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? [] : [[name, decodeURIComponent(path[at] ?? "")]];
    }),
  );
};

/** Returns the body, or undefined if there is none or it is malformed. */
const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
