import type { ExplainedCheck, Verdict } from "@varde/protocol";
import { type Html, html } from "../../pages/html/html.ts";
import type { Explanation } from "./join-verdicts.ts";

/** Shows what is wrong with each part of a request, and what to change. */
export const renderExplanation = (explanation: Explanation): Html => {
  const { checks = [], request, at, requestId } = explanation;
  const wrong = checks.filter(({ verdict }) => verdict === "wrong");
  return html`<p class="lead"><code>${request}</code></p>
<p class="quiet">Received ${at}${requestId !== undefined && html`, X-Request-ID ${requestId}`}</p>
<h2>Every part of the signature</h2>
<ul class="parts">${checks.map(showPart)}</ul>
${showStrings(explanation)}
<h2>What to change</h2>
<ul class="changes">${wrong.map(
    ({ check }) => html`<li>${describeChange(check, explanation)}</li>`,
  )}
<li>Then sign the request again, with a new Date and X-Request-ID.</li></ul>
<p><a href="/docs/guides/signing">Signing requests</a> has every rule, and test vectors.
${
  requestId !== undefined &&
  html`<a href="/#/requests?q=${encodeURIComponent(requestId)}">Open the request in the
console</a>.`
}</p>`;
};

/** Drawn, because not every font has them: a tick, an exclamation mark, a dash, a cross. */
const marks: Readonly<Record<Verdict, readonly [mark: string, word: string]>> = {
  right: ["M3 8.5l3.5 3.5 6.5-8", "right"],
  tolerated: ["M8 2.5v7M8 13v.1", "tolerated"],
  unchecked: ["M3.5 8h9", "not checked"],
  wrong: ["M3.5 3.5l9 9M12.5 3.5l-9 9", "wrong"],
};

const showPart = ({ check, verdict, text }: ExplainedCheck): Html => {
  const [mark, word] = marks[verdict];
  return html`<li class="${verdict}"><svg class="mark" viewBox="0 0 16 16" aria-hidden="true"
 focusable="false"><path d="${mark}"/></svg>
<span><strong>${check}</strong> <span class="hidden">${word}:</span> ${text}</span></li>`;
};

/** Returns what to change in a part that is wrong, with the value that the bank expects. */
const describeChange = (check: string, explanation: Explanation): Html => {
  const { computedDigest, expectedKeyId, reason } = explanation;
  switch (check) {
    case "Date":
      return html`Send the time of sending in GMT, as <code>Thu, 15 Jan 2026 09:31:40 GMT</code>.`;
    case "Digest":
      return html`Hash exactly the bytes that you send. For the body that arrived it is
<code>${computedDigest}</code>.`;
    case "Certificate":
      return reason === undefined
        ? html`Send your certificate as base64 of its DER, on one line.`
        : html`Use a certificate that this bank trusts; <code>npx varde tpp new</code> makes one.`;
    case "keyId":
      return html`Send the keyId <code>${expectedKeyId}</code>.`;
    case "Signature form":
      return html`Write the header as
<code>keyId="…",algorithm="rsa-sha256",headers="…",signature="…"</code>.`;
    case "Signature":
      return html`Sign exactly the string that the bank builds, with the key of the certificate,
RSA-SHA256 and PKCS#1 v1.5.`;
    case "Covered headers":
      return html`Add the missing names to <code>headers</code> and their lines to the signing
string.`;
    default:
      return html`Send the headers that the operation needs, each of them once.`;
  }
};

/** Shows the string that the bank built and, if it is known, the one that was signed instead. */
const showStrings = ({ signingString, signedString }: Explanation): Html | false => {
  if (signingString === undefined) return false;
  if (signedString === undefined) {
    return html`<h2>The signing string</h2>
${showString("The bank built it from the request; it does not end with a newline", signingString)}`;
  }
  const at = firstDifference(signedString, signingString);
  const before = signingString.slice(0, at).split("\n");
  const place = `line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
  return html`<h2>The signing string</h2>
<p>The first difference is at ${place}.</p>
${showString("You signed", signedString, at)}${showString("The bank built", signingString, at)}`;
};

const firstDifference = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
};

/** Names of characters that cannot be seen. */
const visible: Readonly<Record<string, string>> = {
  "\n": "↵ newline",
  "\r": "␍ carriage return",
  " ": "␣ space",
  "\t": "⇥ tab",
  "": "end of the string",
};

const showString = (title: string, text: string, at?: number): Html => {
  if (at === undefined) return showFigure(title, html`${text}`);
  const character = text.slice(at, at + 1);
  const isLineEnd = character === "\n" || character === "\r";
  const marked = html`<mark>${visible[character] ?? character}</mark>${isLineEnd && character}`;
  return showFigure(title, html`${text.slice(0, at)}${marked}${text.slice(at + 1)}`);
};

const showFigure = (title: string, content: Html): Html =>
  html`<figure class="string"><figcaption>${title}</figcaption><pre>${content}</pre></figure>`;
