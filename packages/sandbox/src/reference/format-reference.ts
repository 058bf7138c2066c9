import {
  headerTitle,
  operationList,
  paymentProducts,
  requiredHeaders,
  statusByCode,
  type TppMessageCode,
} from "@varde/protocol";
import { errorTexts } from "./texts/error-texts.ts";
import { tags } from "./texts/operation-text.ts";
import { operationTexts } from "./texts/operation-texts.ts";

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** The error catalogue as a page. */
export const formatErrors = (): string => {
  const rows = Object.entries(statusByCode).map(([code, status]) => {
    const { cause, remedy, alsoStatus = [] } = errorTexts[code as TppMessageCode];
    return row([`\`${code}\``, [status, ...alsoStatus].join(", "), cause, remedy]);
  });
  return `# Errors

<!-- Written by npm run reference; a check fails when this page is anything else. -->

A refusal has a body with \`tppMessages\`. Each message has a \`category\` (ERROR or WARNING), one
of the codes below, often a \`path\` (a JSON pointer into the body, the name of a header or of a
query parameter) and a \`text\` for people. All faults of one stage are listed together; a later
stage is not reached before the earlier one passes. A 401 carries the link \`scaRedirect\`: send the
PSU there.

| code | status | cause | remedy |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
};

/** The table of operations as a page. */
export const formatOperations = (): string => {
  const sections = (Object.keys(tags) as (keyof typeof tags)[]).map((tag) => {
    const rows = operationList
      .filter(({ id }) => operationTexts[id].tag === tag)
      .map((operation) => {
        const query = Object.keys(operation.query ?? {}).join(", ");
        const statuses = [operation.status, ...(operation.accepted === undefined ? [] : [202])];
        return row([
          `\`${operation.method} ${operation.path}\``,
          operationTexts[operation.id].summary,
          operation.roles.map((role) => role.replace("PSP_", "")).join(" or ") || "any",
          requiredHeaders(operation)
            .filter((name) => !everywhere.includes(name))
            .map(headerTitle)
            .join(", "),
          query,
          statuses.join(" or "),
        ]);
      });
    return `## ${tags[tag]}

| operation | what it does | role | also needs | query | answers |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
  });
  const products = Object.entries(paymentProducts).map(([short, { path, services }]) =>
    row([short, `\`${path}\``, services.join(", ")]),
  );
  return `# Operations

<!-- Written by npm run reference; a check fails when this page is anything else. -->

The same, with every field, is in [openapi.json](openapi.json), which a running sandbox shows at
\`/docs\`. Every request needs \`X-Request-ID\`, \`Date\`, \`TPP-Signature-Certificate\` and
\`Signature\`; the column "also needs" has the rest. Creating a payment, \`X-PSU-IDENTITY\` or
\`PSU-Context\` may stand for \`PSU-ID\`.

| product | \`{product}\` | \`{service}\` |
| --- | --- | --- |
${products.join("\n")}

${sections.join("\n")}`;
};

const everywhere: readonly string[] = [
  "x-request-id",
  "date",
  "tpp-signature-certificate",
  "signature",
];
