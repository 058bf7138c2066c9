import { type OperationId, operations } from "@varde/protocol";
import type { SnippetRequest } from "../../reference/snippets/snippet-request.ts";
import { operationGroupId, type ShownOperation, type ShownParameter } from "./document-view.ts";
import { roleOfHeader } from "./parameter-view.ts";

/** Headers whose value comes from an SCA. */
const fromSca: Readonly<Record<string, string>> = {
  "PSU-ID": "{psuId}",
  "TPP-Session-ID": "{sessionId}",
};

/** Headers of every read for a PSU, so that the bank can require an SCA. */
const forPsu = ["TPP-Session-ID", "TPP-Redirect-URI", "PSU-IP-Address"];
const tagsForPsu = ["accounts", "cards", "psu", "funds"];

/** Describes a minimal request of an operation, without optional parts. */
export const describeRequest = (operation: ShownOperation): Omit<SnippetRequest, "bank"> => {
  const { operationId, method, path, parameters, body } = operation;
  const id = operationGroupId(operationId) as OperationId;
  const headers = parameters.filter((each) => isSent(each, operation));
  return {
    operation: id,
    parameters: readParameters(operations[id].path, path),
    method,
    path,
    headers: Object.fromEntries(
      headers.map(({ name, example = "" }) => [
        name.toLowerCase(),
        exampleValue(name, example, id),
      ]),
    ),
    ...(body !== undefined && { body: body.example ?? {} }),
  };
};

const isSent = (parameter: ShownParameter, { operationId, tags }: ShownOperation): boolean => {
  const { name, required } = parameter;
  if (parameter.in !== "header" || roleOfHeader(parameter) !== "own") return false;
  const isNewPayment = operationGroupId(operationId) === "createPayment";
  // The SCA of a first payment also identifies the PSU.
  if (name === "PSU-Context") return isNewPayment;
  const isForPsu = tags.some((tag) => tagsForPsu.includes(tag));
  if (name === "PSU-ID" && isForPsu) return !tags.includes("psu");
  return required === true || (isForPsu && forPsu.includes(name));
};

/** Returns the header's example; a new payment may start a new session. */
const exampleValue = (name: string, example: string, id: OperationId): string =>
  name === "TPP-Session-ID" && id === "createPayment" ? example : (fromSca[name] ?? example);

/** Returns the value that the path has for each name in braces of the template. */
const readParameters = (template: string, path: string): Readonly<Record<string, string>> => {
  const parts = path.split("/");
  return Object.fromEntries(
    template.split("/").flatMap((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? [] : [[name, parts[at] ?? ""]];
    }),
  );
};
