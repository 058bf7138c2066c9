import type { ShownMedia, ShownSchema } from "./document-view.ts";
import { type Html, html } from "./html.ts";

const valuesShownMax = 24;

/** What a value is, in a few words, with a link where it has a page of its own. */
const describeType = (schema: ShownSchema): Html => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    return html`<a href="/docs/schemas/${name}">${name}</a>`;
  }
  if (schema.items !== undefined) {
    const most = schema.maxItems === undefined ? "" : `, at most ${schema.maxItems}`;
    return html`list of ${describeType(schema.items)}${most}`;
  }
  if (schema.enum !== undefined) {
    const shown = schema.enum.slice(0, valuesShownMax).join(", ");
    return html`one of ${shown}${schema.enum.length > valuesShownMax && " …"}`;
  }
  if (schema.additionalProperties !== undefined) {
    return html`map of ${describeType(schema.additionalProperties)}`;
  }
  const most = schema.maxLength === undefined ? "" : `, at most ${schema.maxLength} characters`;
  return html`${[schema.type ?? "anything"].flat().join(" or ")}${most}`;
};

/** The fields of an object as a table; of anything else what it is. */
export const showSchema = (schema: ShownSchema): Html => {
  if (schema.properties === undefined) return html`<p>${describeType(schema)}</p>`;
  const rows = Object.entries(schema.properties).map(
    ([name, field]) => html`<tr>
<td><code class="${field.deprecated ? "old" : ""}">${name}</code></td>
<td>${schema.required?.includes(name) ? "yes" : ""}</td>
<td>${field.properties === undefined ? describeType(field) : showSchema(field)}</td>
<td>${field.deprecated && "Deprecated. "}${field.description ?? ""}</td>
</tr>`,
  );
  return html`<div class="wide"><table>
<thead><tr><th scope="col">field</th><th scope="col">required</th><th scope="col">type</th>
<th scope="col">what</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
};

export const showMedia = ({ schema, example }: ShownMedia): Html =>
  html`<p>${describeType(schema)}</p>${
    example !== undefined && html`<pre><code>${JSON.stringify(example, undefined, 2)}</code></pre>`
  }`;
