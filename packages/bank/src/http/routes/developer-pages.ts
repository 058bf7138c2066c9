import type { FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import type { Explanation } from "../../operations/explanations/join-verdicts.ts";
import { renderExplanation } from "../../operations/explanations/render-explanation.ts";
import { type Html, html } from "../../pages/html/html.ts";
import { renderLayout } from "../../pages/parts/layout.ts";
import { pageFrame, pageHeaders, showPage } from "./pages.ts";

/** Whether a browser asks for a page. Programs accept anything, or JSON. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && headers.accept?.includes("text/html") === true;

/** Shows that a page does not exist. A sandbox refers to its reference. */
export const showMissingPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  bank: Bank,
): FastifyReply => {
  const reference = html`<p><a href="/docs">The reference</a> lists all paths and pages.</p>`;
  const content = html`<p class="lead">This bank has no page at this address.</p>
${bank.configuration.mode === "sandbox" && reference}`;
  return show("No such page", content, 404, request, reply, bank);
};

/** Shows why a signature was refused. */
export const showExplanation = (
  explanation: Explanation | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  bank: Bank,
): FastifyReply => {
  if (explanation === undefined) {
    const content = html`<p class="lead">This explanation is no longer stored.</p>
<p>Send the request again, and open the link in its <code>Varde-Explain</code> header.</p>`;
    return show("No explanation", content, 404, request, reply, bank);
  }
  const content = renderExplanation(explanation);
  return show("Why the request was refused", content, 200, request, reply, bank);
};

const show = (
  title: string,
  content: Html,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  bank: Bank,
): FastifyReply => {
  const frame = { ...pageFrame(request, bank), locale: "en" } as const;
  reply.headers(pageHeaders);
  return showPage(reply, renderLayout({ frame, title, content, shape: "wide" }), status);
};
