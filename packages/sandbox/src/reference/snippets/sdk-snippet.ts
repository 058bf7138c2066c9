import { javascriptLiteral } from "./javascript-literal.ts";
import { indentRest, joinLines, type SnippetRequest } from "./snippet-request.ts";

/** SDK options for the headers about the PSU. */
const psuOptions: Readonly<Record<string, string>> = {
  "tpp-redirect-uri": "redirectUri",
  "psu-ip-address": "ipAddress",
  "psu-context": "context",
  "psu-id": "psuId",
  "tpp-session-id": "sessionId",
};

/** Writes the request for TypeScript with the SDK, which signs it. */
export const sdkSnippet = ({
  bank,
  operation,
  parameters,
  headers,
  body,
}: SnippetRequest): string => {
  const options = Object.entries(psuOptions)
    .filter(([name]) => name in headers)
    .map(([name, option]) => `  ${option}: ${JSON.stringify(headers[name])},`);
  const actsForPsu = options.length > 0;
  const input = [
    Object.keys(parameters).length > 0 && `parameters: ${javascriptLiteral(parameters)}`,
    body !== undefined && `body: ${javascriptLiteral(body)}`,
    actsForPsu && "psu",
  ].filter((part) => part !== false);
  return joinLines([
    'import { createTppClient, readIdentityFiles } from "@varde/tpp";',
    "",
    "const client = createTppClient({",
    `  bank: { baseUrl: process.env.VARDE_BANK ?? ${JSON.stringify(bank)} },`,
    '  identity: await readIdentityFiles(".varde-tpp/certificate.pem", ".varde-tpp/key.pem"),',
    "});",
    actsForPsu && "const psu = client.psu({",
    ...options,
    actsForPsu && "});",
    "",
    ...(input.length === 0
      ? [`const response = await client.call("${operation}");`]
      : [
          `const response = await client.call("${operation}", {`,
          ...input.map((part) => `  ${indentRest(part, 2)},`),
          "});",
        ]),
    "console.log(response);",
    "client.close();",
  ]);
};
