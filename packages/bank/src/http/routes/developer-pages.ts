import type { FastifyReply, FastifyRequest } from "fastify";
import type { Bank } from "../../bank.ts";
import type { Explanation } from "../../operations/explanations/explanations.ts";
import { factList } from "../../pages/html/fact-list.ts";
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
  const { text, reason, clockDifferenceSeconds, signingString } = explanation;
  const facts = [
    { label: "Request", value: showLines(explanation.request) },
    { label: "Received", value: explanation.at },
    { label: "What is wrong", value: explanation.stage },
    { label: "Reason", value: reason },
    ...(explanation.checks ?? []).map(({ check, verdict, text: found }) => ({
      label: check,
      value: `${verdict}: ${found}`,
    })),
    { label: "Signing string of the bank", value: showLines(signingString) },
    { label: "Digest of the body", value: showLines(explanation.computedDigest) },
    { label: "Expected keyId", value: showLines(explanation.expectedKeyId) },
    {
      label: "Clock difference",
      value: clockDifferenceSeconds === undefined ? undefined : `${clockDifferenceSeconds} seconds`,
    },
  ];
  const content = html`<p class="lead">${text}</p>${factList(facts)}
<p><a href="/docs/guides/signing">Signing requests</a> has every rule, and test vectors.</p>`;
  return show("Why the request was refused", content, 200, request, reply, bank);
};

const showLines = (text: string | undefined): Html | undefined =>
  text === undefined
    ? undefined
    : html`${text.split("\n").map((line) => html`<code>${line}</code><br>`)}`;

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
