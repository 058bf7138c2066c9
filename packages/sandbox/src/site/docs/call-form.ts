import { type Html, html } from "@varde/bank";
import { tppCertificateKinds } from "@varde/protocol";
import type { ShownOperation, ShownParameter } from "./document-view.ts";
import { roleOfHeader } from "./parameter-view.ts";

/** Shows the form of an operation; the script signs with the control API and shows the response. */
export const showCallForm = (operation: ShownOperation): Html => {
  const { method, path, operationId, tags, parameters, body } = operation;
  const at = (place: string) => parameters.filter((each) => each.in === place);
  const headers = at("header").filter((each) => roleOfHeader(each) !== "signing");
  const own = headers.filter((each) => roleOfHeader(each) === "own");
  const further = headers.filter((each) => roleOfHeader(each) !== "own");
  return html`<section id="call"><h2>Make a signed call</h2>
<p class="scriptless">The form needs JavaScript. Without it,
<code>npx varde sign</code> prints a signed request.</p>
<form class="call" hidden autocomplete="off" data-method="${method}" data-path="${path}"
data-operation="${operationId}" data-tag="${tags[0]}">
<p class="quiet">Date, Digest, X-Request-ID, certificate and signature are added by the sandbox,
with the key of the TPP you choose. The key stays there.</p>
${chooseTpp}
${fieldset("Path", at("path"), "path")}
${fieldset("Query", at("query"), "query")}
${fieldset("Headers", own, "header")}
${
  further.length > 0 &&
  html`<details class="folded"><summary>Further headers</summary>
${fieldset("Passed on from the PSU's browser", further, "header")}</details>`
}
<details class="folded"><summary>Signing</summary><div class="grid">
${field("header.X-Request-ID", "X-Request-ID", "text", "Generated if empty")}
${field("header.Date", "Date", "text", "Current time if empty")}
</div><label class="tick"><input type="checkbox" name="coverTarget">
Also sign (request-target)</label>
</details>
${
  body !== undefined &&
  html`<div class="field"><label for="call-body">Body</label>
<textarea id="call-body" name="body" rows="${exampleRows(body.example)}" 
spellcheck="false">${writeExample(body.example)}</textarea></div>`
}
<p class="buttons"><button class="primary" type="submit" name="act" value="send">
Sign and send</button>
<button type="submit" name="act" value="sign">Only sign</button></p>
</form>
<div id="call-result" role="region" aria-label="Result" aria-live="polite"
tabindex="-1"></div>
</section>`;
};

const chooseTpp = html`<fieldset><legend>TPP</legend><div class="grid">
<div class="field"><label for="call-tpp">Sign as</label>
<select id="call-tpp" name="tpp"><option value="">Reference TPP</option></select></div></div>
<details class="folded new-tpp"><summary>Create another TPP</summary><div class="grid">
${field("newTpp.name", "Name", "text", "Shown to the PSU")}
<div class="field"><label for="new-tpp-kind">Certificate</label>
<select id="new-tpp-kind" name="newTpp.kind">${tppCertificateKinds.map(
  (kind) => html`<option>${kind}</option>`,
)}</select></div></div>
<p><button type="button" data-act="make-tpp">Create TPP</button></p></details></fieldset>`;

const writeExample = (example: unknown = {}): string => JSON.stringify(example, undefined, 2);

const exampleRows = (example: unknown): number =>
  Math.min(28, writeExample(example).split("\n").length + 1);

const fieldset = (
  title: string,
  parameters: readonly ShownParameter[],
  place: string,
): Html | false =>
  parameters.length > 0 &&
  html`<fieldset><legend>${title}</legend><div class="grid">${parameters.map((each) =>
    parameterField(each, place),
  )}</div></fieldset>`;

const parameterField = ({ name, schema, required }: ShownParameter, place: string): Html => {
  const label = required ? `${name} *` : name;
  const full = `${place}.${name}`;
  if (schema.enum === undefined) {
    return field(full, label, schema.type === "integer" ? "number" : "text");
  }
  return html`<div class="field"><label for="call-${full}">${label}</label>
<select id="call-${full}" name="${full}"><option></option>${schema.enum.map(
    (value) => html`<option>${value}</option>`,
  )}</select></div>`;
};

function field(name: string, label: string, type: string, hint?: string): Html {
  return html`<div class="field"><label for="call-${name}">${label}</label>
<input id="call-${name}" name="${name}" type="${type}"${
    hint !== undefined && html` placeholder="${hint}"`
  }></div>`;
}
