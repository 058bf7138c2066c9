import { type Html, html } from "@varde/bank";
import type { ShownOperation, ShownParameter } from "./document-view.ts";
import { describeBounds, describeType, showValues } from "./schema-view.ts";

const signing = new Set([
  "X-Request-ID",
  "Date",
  "Digest",
  "TPP-Signature-Certificate",
  "Signature",
]);
const ofTheBrowser = /^PSU-(?:IP-Port|HTTP-Method|Device-ID|Geo-Location|User-Agent|Accept)/;

/** Returns whether a header is part of the signature, of the request, or forwarded from the PSU. */
export const roleOfHeader = ({ name }: ShownParameter): "signing" | "own" | "passed-on" => {
  if (signing.has(name)) return "signing";
  return ofTheBrowser.test(name) ? "passed-on" : "own";
};

const headersWithRole = ({ parameters }: ShownOperation, role: string): readonly ShownParameter[] =>
  parameters.filter((each) => each.in === "header" && roleOfHeader(each) === role);

export const showParameters = (operation: ShownOperation): Html => {
  const inPlace = (place: string) => operation.parameters.filter((each) => each.in === place);
  return html`${section("Path", inPlace("path"))}${section("Query", inPlace("query"))}
${section("Headers", headersWithRole(operation, "own"))}
${folded("Headers that sign the request", headersWithRole(operation, "signing"))}
${folded("Headers passed on from the PSU's browser", headersWithRole(operation, "passed-on"))}`;
};

const section = (title: string, parameters: readonly ShownParameter[]): Html | false =>
  parameters.length > 0 && html`<section><h2>${title}</h2>${showList(parameters)}</section>`;

const folded = (title: string, parameters: readonly ShownParameter[]): Html | false =>
  parameters.length > 0 &&
  html`<details class="folded"><summary>${title}
<span class="quiet">(${parameters.length})</span></summary>${showList(parameters)}</details>`;

const showExample = (example: string | undefined): Html | false =>
  example !== undefined && html`<p class="example">Example: <code>${example}</code></p>`;

const showList = (parameters: readonly ShownParameter[]): Html =>
  html`<dl class="fields">${parameters.map(
    ({ name, required, description, example, schema }) => html`<div><dt><code>${name}</code>
<span class="type">${describeType(schema)}</span> ${describeBounds(schema)}
${required && html`<span class="badge needed">required</span>`}</dt>
<dd>${description !== undefined && html`<p>${description}</p>`}${showValues(schema)}
${schema.enum === undefined && showExample(example)}</dd></div>`,
  )}</dl>`;
