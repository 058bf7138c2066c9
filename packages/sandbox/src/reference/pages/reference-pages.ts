import type { DocumentView, ShownOperation } from "./document-view.ts";
import { framePage } from "./frame-page.ts";
import { type Html, html } from "./html.ts";
import { showMedia, showSchema } from "./schema-view.ts";

interface Tag {
  readonly name: string;
  readonly description: string;
}

interface ErrorCode {
  readonly code: string;
  readonly status: readonly number[];
  readonly cause: string;
  readonly remedy: string;
}

/** Every operation, by what it is about. */
export const overviewPage = ({ document, operations }: DocumentView): string => {
  const sections = (document.tags as readonly Tag[]).map(({ name, description }) => {
    const items = operations
      .filter(({ tags }) => tags.includes(name))
      .map((each) => html`<li>${linkTo(each)} <span class="quiet">${each.summary}</span></li>`);
    return html`<h2 id="${name}">${description}</h2><ul>${items}</ul>`;
  });
  const { version, description } = document.info;
  const documentation = document.info["x-documentation-version"];
  return framePage(
    "Reference",
    html`<p>${String(description)}</p>
<p class="quiet">API ${String(version)}, documentation ${String(documentation)}</p>${sections}`,
  );
};

const linkTo = ({ operationId, method, path, deprecated }: ShownOperation): Html =>
  html`<a href="/docs/operations/${operationId}"><span class="method">${method}</span>
<code class="${deprecated ? "old" : ""}">${path}</code></a>`;

export const operationPage = (operation: ShownOperation): string => {
  const { method, path, description, deprecated, roles, body } = operation;
  return framePage(
    operation.summary,
    html`<p><span class="method">${method}</span> <code>${path}</code></p>
${deprecated && html`<p><strong>Deprecated.</strong></p>`}
${description !== undefined && html`<p>${description}</p>`}
<p>Role: ${roles.join(" or ") || "any"}</p>
<h2>Parameters</h2>${showParameters(operation)}
${body !== undefined && html`<h2>Body</h2>${showMedia(body)}`}
<h2>Answers</h2>${showResponses(operation)}
<h2>Try it</h2><p>This line signs the request as your TPP and prints a curl command:</p>
<pre><code>varde sign ${method} ${path}${body !== undefined && " --body @body.json"}</code></pre>`,
  );
};

const showParameters = ({ parameters }: ShownOperation): Html => {
  const rows = parameters.map(
    (each) => html`<tr><td><code>${each.name}</code></td><td>${each.in}</td>
<td>${each.required ? "yes" : ""}</td><td>${each.description}</td></tr>`,
  );
  return html`<div class="wide"><table><thead><tr><th scope="col">name</th><th scope="col">in</th>
<th scope="col">required</th><th scope="col">what</th></tr></thead><tbody>${rows}</tbody>
</table></div>`;
};

const showResponses = ({ responses }: ShownOperation): Html => {
  const shown = responses.map(([status, { description, content }]) => {
    const media = content?.["application/json"];
    return html`<details${Number(status) < 300 && " open"}><summary><strong>${status}</strong>
${description}</summary>${media !== undefined && showMedia(media)}</details>`;
  });
  return html`${shown}`;
};

export const schemaPage = (name: string, view: DocumentView): string | undefined => {
  const schema = view.schema(name);
  if (schema === undefined) return undefined;
  const { description } = schema;
  return framePage(
    name,
    html`${description !== undefined && html`<p>${description}</p>`}${showSchema(schema)}`,
  );
};

export const errorsPage = ({ document }: DocumentView): string => {
  const rows = (document["x-error-codes"] as readonly ErrorCode[]).map(
    ({ code, status, cause, remedy }) => html`<tr id="${code}"><td><code>${code}</code></td>
<td>${status.join(", ")}</td><td>${cause}</td><td>${remedy}</td></tr>`,
  );
  return framePage(
    "Errors",
    html`<div class="wide"><table><thead><tr><th scope="col">code</th><th scope="col">status</th>
<th scope="col">cause</th><th scope="col">remedy</th></tr></thead><tbody>${rows}</tbody></table>
</div>`,
  );
};
