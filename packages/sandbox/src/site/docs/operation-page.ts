import { type Html, html } from "@varde/bank";
import { snippetLanguages } from "../../reference/snippets/snippet-languages.ts";
import { showCallForm } from "./call-form.ts";
import { shortTitle } from "./contents.ts";
import { describeRequest } from "./describe-request.ts";
import {
  type DocumentView,
  operationGroupId,
  type ShownOperation,
  type ShownResponse,
} from "./document-view.ts";
import { framePage } from "./frame-page.ts";
import { showCode, showJson } from "./json-view.ts";
import { showParameters } from "./parameter-view.ts";
import { describeType, showSchema } from "./schema-view.ts";

/** Shows an operation: its request, its responses, and a form that sends it. */
export const operationPage = (
  operation: ShownOperation,
  view: DocumentView,
  canCall: boolean,
): string =>
  framePage({
    title: operation.summary,
    view,
    current: operation.operationId,
    content: html`<article>${showHead(operation, view, canCall)}
${canCall && showCallForm(operation)}
<div class="columns">
<div class="description">${showParameters(operation)}${showBody(operation, view)}
${showResponses(operation, view)}${showErrors(operation, view)}</div>
<aside class="examples" aria-label="Examples">${showExamples(operation)}</aside>
</div>
${showSnippets(operation, view.bank)}</article>`,
  });

const showHead = (operation: ShownOperation, view: DocumentView, canCall: boolean): Html => {
  const { method, path, summary, description, deprecated, roles, tags } = operation;
  return html`<p class="eyebrow">${tags.map(shortTitle).join(", ")}</p>
<h1>${summary}</h1>
<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span>
<code>${path.split("/").flatMap((part, at) => (at === 0 ? [] : [html`/<wbr>`, part]))}</code></p>
${deprecated && html`<p class="notice"><strong>Deprecated.</strong> ${description}</p>`}
${!deprecated && description !== undefined && html`<p class="lead">${description}</p>`}
<p class="facts"><span>Role <strong>${roles.join(" or ") || "any"}</strong></span>
<span>Returns <strong>${successStatuses(operation)}</strong></span>
${
  canCall &&
  html`<a class="go" href="#call">Make a signed call</a>
<a href="/#/requests?q=operation:${operationGroupId(operation.operationId)}">Requests in the console</a>`
}</p>
${showVariants(operation, view)}`;
};

const successStatuses = ({ responses }: ShownOperation): string =>
  responses
    .map(([status]) => status)
    .filter(isSuccess)
    .join(" or ");

/** Shows links to the same operation on other payment products. */
const showVariants = (operation: ShownOperation, view: DocumentView): Html | false => {
  const variants = view.listVariants(operation);
  const items = variants.map(({ operationId, summary }) => {
    const isThis = operationId === operation.operationId;
    const title = /\(([\w ]+)\)$/.exec(summary)?.[1] ?? summary;
    const mark = isThis && html` aria-current="true"`;
    return html`<li><a href="/docs/operations/${operationId}"${mark}>
${title}</a></li>`;
  });
  return (
    variants.length > 1 && html`<nav class="variants" aria-label="Product"><ul>${items}</ul></nav>`
  );
};

const showBody = ({ body }: ShownOperation, view: DocumentView): Html | false =>
  body !== undefined &&
  html`<section><h2>Body</h2><p class="quiet">JSON, ${describeType(body.schema)}</p>
${showSchema(body.schema, view)}</section>`;

const isSuccess = (status: string): boolean => Number(status) < 300;
const jsonMedia = ({ content }: ShownResponse) => content?.["application/json"];

const showResponses = ({ responses }: ShownOperation, view: DocumentView): Html =>
  html`<section><h2>Responses</h2>${responses
    .filter(([status]) => isSuccess(status))
    .map(([status, response]) => {
      const media = jsonMedia(response);
      return html`<h3><span class="status good">${status}</span> ${response.description}</h3>
${
  media !== undefined &&
  html`<p class="quiet">JSON, ${describeType(media.schema)}</p>
${showSchema(media.schema, view, { isOpen: false })}`
}${showHeaders(response, view)}`;
    })}</section>`;

const showHeaders = ({ headers = {} }: ShownResponse, view: DocumentView): Html =>
  html`<details class="folded"><summary>Headers of the response
<span class="quiet">(${Object.keys(headers).length})</span></summary>
<dl class="fields">${Object.entries(headers).map(
    ([name, reference]) =>
      html`<div><dt><code>${name}</code></dt><dd><p>${view.describeHeader(reference)}</p></dd></div>`,
  )}</dl></details>`;

/** Shows the refusals with their error codes, causes and remedies. */
const showErrors = ({ responses, codes }: ShownOperation, view: DocumentView): Html =>
  html`<section><h2>Refusals</h2>${responses
    .filter(([status]) => !isSuccess(status))
    .map(([status, { description }]) => {
      const fitting = view.errors.filter(
        ({ code, status: own }) => codes.includes(code) && own.includes(Number(status)),
      );
      return html`<details class="refusal"><summary><span class="status bad">${status}</span>
${description}</summary><dl class="codes">${fitting.map(
        ({
          code,
          cause,
          remedy,
        }) => html`<div><dt><a href="/docs/errors#${code}"><code>${code}</code></a></dt>
<dd><p>${cause}</p><p><strong>Remedy</strong> ${remedy}</p></dd></div>`,
      )}</dl></details>`;
    })}</section>`;

const showExamples = (operation: ShownOperation): Html => {
  const { method, path, parameters, body, responses } = operation;
  const sent = describeRequest(operation).headers;
  const lines = parameters
    .filter(
      ({ in: place, name, required }) =>
        place === "header" && (required || sent[name.toLowerCase()] !== undefined),
    )
    .map(({ name, example = "" }) => `${name}: ${sent[name.toLowerCase()] ?? example}`);
  return html`<h2>Request</h2>
${showCode([`${method} ${path} HTTP/1.1`, ...lines].join("\n"))}
${body?.example !== undefined && showJson(body.example)}
${responses
  .filter(([status]) => isSuccess(status))
  .map(([status, response]) => {
    const example = jsonMedia(response)?.example;
    return html`<h2>Response <span class="status good">${status}</span></h2>
${example === undefined ? html`<p class="quiet">No body.</p>` : showJson(example)}`;
  })}
<h2>On the command line</h2>
<p class="quiet">Signs the request as your TPP and prints a curl command:</p>
${showCode(`varde sign ${method} ${path}${body === undefined ? "" : " --body @body.json"}`)}`;
};

/** Shows the request as a program in each language; one of them is open at a time. */
const showSnippets = (operation: ShownOperation, bank: string): Html => {
  const request = { bank, ...describeRequest(operation) };
  const hasBraces = /\{\w+\}/.test(JSON.stringify([request.path, request.headers]));
  return html`<section id="code"><h2>In your language</h2>
<p class="quiet">Complete programs that sign the request with the key and certificate that
<code>npx varde tpp new</code> puts into the folder <code>.varde-tpp</code>.
${hasBraces && html`Replace the names in braces with your own values.`}</p>
<div class="snippets">${snippetLanguages.map(
    ({
      id,
      title,
      file,
      run,
      runInClone,
      write,
    }) => html`<details name="language" data-language="${id}">
<summary>${title}</summary>
<p class="quiet">Save as <code>${file}</code>, then run <code>${run}</code>${
      runInClone !== undefined && html`, in a clone of Varde <code>${runInClone}</code>`
    }</p>
${showCode(write(request))}</details>`,
  )}</div></section>`;
};
