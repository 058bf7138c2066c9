import { type Html, html } from "@varde/bank";
import { shortTitle } from "./contents.ts";
import type { DocumentView } from "./document-view.ts";
import { framePage } from "./frame-page.ts";
import { showCode, showJson } from "./json-view.ts";
import { pageAddresses } from "./page-files.ts";
import { sentence, showSchema } from "./schema-view.ts";

const signingString = `date: Sun, 15 Nov 2026 08:49:37 GMT
digest: SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=
x-request-id: 99391c7e-ad88-49ec-a2ad-99ddcb1f7721
tpp-redirect-uri: https://tpp.example/callback`;

/** Shows what to know before the first request, and all operations by tag. */
export const interfacePage = (view: DocumentView, canCall: boolean): string =>
  framePage({
    title: "The interface",
    view,
    current: "/docs/reference",
    content: html`<p class="eyebrow">Norwegian PSD2</p><h1>The interface</h1>
<p class="lead">${String(view.document.info.description)}</p>
<p class="facts"><span>API <strong>${String(view.document.info.version)}</strong></span>
<span>Documentation <strong>${String(view.document.info["x-documentation-version"])}</strong></span></p>
<ul class="cards">
<li><h2>Sign</h2><p>Every request carries <code>Date</code>, <code>X-Request-ID</code>, your
certificate and a <code>Signature</code> over those headers of six that are sent. The signing string
does not end with a newline:</p>${showCode(signingString)}
<p><a href="/docs/guides/signing">Signing requests</a> has every rule, and test
vectors.</p></li>
<li><h2>Follow scaRedirect</h2><p>Any response may contain the link <code>scaRedirect</code>:
send the PSU there. They return to <code>TPP-Redirect-URI</code> with a <code>psu-id</code>; send
it as <code>PSU-ID</code> from then on.</p></li>
<li><h2>Read refusals</h2><p>A refusal lists <code>tppMessages</code>, each with a
<a href="/docs/errors">code</a> and a <code>path</code>. In the sandbox a refused signature also
has the header <code>Varde-Explain</code>, a link to what was signed, what was expected, and
why.</p></li>
<li><h2>Try</h2>${canCall && html`<p>Every operation has a form that signs and sends for you.</p>`}
<p>Download <a href="${pageAddresses.document}">openapi.json</a>, or
<a href="${pageAddresses.collection}" download>a collection</a> for Postman and compatible
programs, which signs its requests.</p></li>
</ul>
${view.tags.map(({ name, description }) => showGroup(name, description, view))}`,
  });

const showGroup = (name: string, description: string, view: DocumentView): Html => {
  const rows = view.listGroups(name).map(({ summary, variants }) => {
    const [{ operationId, method, path, deprecated }] = variants;
    const shown =
      variants.length > 1 ? path.replace(/^\/v1\/[^/]+\/[^/]+/, "/v1/{service}/{product}") : path;
    return html`<li><a href="/docs/operations/${operationId}">
<span class="method ${method.toLowerCase()}">${method}</span><span${deprecated && html` class="old"`}>${summary}</span><code>${shown}</code></a></li>`;
  });
  return html`<section class="group"><h2 id="${name}">${shortTitle(name)}</h2>
<p class="quiet">${sentence(description)}</p><ul class="operations">${rows}</ul></section>`;
};

export const schemasPage = (view: DocumentView): string =>
  framePage({
    title: "Schemas",
    view,
    current: "/docs/schemas",
    content: html`<h1>Schemas</h1><p class="lead">Bodies and the values in them, by name.</p>
<ul class="names">${view.schemaNames.map(
      (name) => html`<li><a href="/docs/schemas/${name}">${name}</a></li>`,
    )}</ul>`,
  });

export const schemaPage = (name: string, view: DocumentView): string | undefined => {
  const schema = view.schema(name);
  if (schema === undefined) return undefined;
  const used = view.operations.filter((operation) =>
    JSON.stringify([operation.body, operation.responses]).includes(`/schemas/${name}"`),
  );
  const example = view.operations
    .flatMap(({ body, responses }) => [
      body,
      ...responses.map(([, { content }]) => content?.["application/json"]),
    ])
    .find((media) => media?.schema.$ref === `#/components/schemas/${name}`)?.example;
  return framePage({
    title: name,
    view,
    current: "/docs/schemas",
    content: html`<p class="eyebrow"><a href="/docs/schemas">Schema</a></p><h1>${name}</h1>
${schema.description !== undefined && html`<p class="lead">${sentence(schema.description)}</p>`}
${showSchema(schema, view)}
${example !== undefined && html`<section><h2>Example</h2>${showJson(example)}</section>`}
${
  used.length > 0 &&
  used.length < 20 &&
  html`<section><h2>Where it is used</h2><ul class="names">${used.map(
    ({ operationId, summary }) =>
      html`<li><a href="/docs/operations/${operationId}">${summary}</a></li>`,
  )}</ul></section>`
}`,
  });
};

export const errorsPage = (view: DocumentView): string =>
  framePage({
    title: "Error codes",
    view,
    current: "/docs/errors",
    content: html`<h1>Error codes</h1>
<p class="lead">What each code of a tppMessage means, and what to do about it. All faults of one
stage are reported together; a later stage is not reached before the earlier one passes.</p>
<dl class="catalogue">${view.errors.map(
      ({ code, status, cause, remedy }) => html`<div id="${code}"><dt><code>${code}</code>
${status.map((each) => html`<span class="status bad">${each}</span> `)}</dt>
<dd><p>${cause}</p><p><strong>Remedy</strong> ${remedy}</p></dd></div>`,
    )}</dl>`,
  });

/** Shows the page that the PSU returns to after an SCA that was started on one of these pages. */
export const callbackPage = (query: URLSearchParams, view: DocumentView): string => {
  const hasFailed = query.has("code");
  const title = hasFailed ? "The PSU is back without approval" : "The PSU is back";
  const rows = [...query].map(
    ([name, value]) => html`<div><dt><code>${name}</code></dt><dd><code>${value}</code></dd></div>`,
  );
  return framePage({
    title,
    view,
    content: html`<p class="eyebrow">TPP-Redirect-URI</p><h1>${title}</h1>
<p class="lead">The bank redirected the browser here, as it would to your own address, with these
parameters.</p><dl class="fields" id="came-back">${rows}</dl>
${
  !hasFailed &&
  html`<p>From now on send <code>psu-id</code> as <code>PSU-ID</code> and
<code>tpp-session-id</code> as <code>TPP-Session-ID</code>; the forms of this reference fill them
in.</p>`
}
<p><a href="/#/start">Continue in the console</a>, where the payment and its requests are, or close
this tab and continue in the other one.</p>`,
  });
};

export const missingPage = (view: DocumentView): string =>
  framePage({
    title: "No such page",
    view,
    content: html`<h1>No such page</h1><p class="lead">The contents list every page. Or
<a href="/docs">start at the beginning</a>.</p>`,
  });
