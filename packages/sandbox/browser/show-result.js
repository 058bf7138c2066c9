/** Creates an element; children from a response are inserted as text, never as markup. */
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

const code = (text, kind = "") =>
  make("pre", { class: `code ${kind}`, tabindex: "0" }, make("code", {}, text));

const part = (title, ...children) =>
  make("div", { class: "part" }, make("h3", {}, ...[title].flat()), ...children);

const folded = (title, ...children) =>
  make("details", { class: "folded" }, make("summary", {}, title), ...children);

export const showFailure = (place, error) => {
  place.replaceChildren(make("div", { class: "why", role: "alert" }, make("p", {}, error.message)));
};

/** Shows the response, the reason of a refusal, the signing string and the request. */
export const showResult = (
  place,
  { signingString, request, curl, response, explanation, codes },
  body,
) => {
  const { method, url, headers } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { pathname, search } = new URL(url);
  const raw = [`${method} ${pathname}${search} HTTP/1.1`, ...lines, "", request.body ?? ""];
  const parts = [
    ...(response === undefined ? [] : [showResponse(response, body)]),
    ...(response?.status >= 400 ? [showWhy(body, codes, explanation)] : []),
    part(
      "Signing string",
      code(signingString, "wrapped"),
      make("p", { class: "quiet" }, "It does not end with a newline."),
    ),
    folded("The request as it was sent", code(raw.join("\n").trimEnd(), "wrapped")),
    folded("As a curl command", code(curl)),
  ];
  if (response !== undefined) {
    const received = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
    parts.push(folded("Headers of the response", code(received.join("\n"), "wrapped")));
  }
  place.replaceChildren(...parts);
};

const showResponse = ({ status, reason, body }, value) => {
  const mark = make("span", { class: `status ${status < 400 ? "good" : "bad"}` }, String(status));
  const links = scaLinks(value);
  return part(
    ["The bank returned ", mark, ` ${reason}`],
    ...(links.length === 0 ? [] : [make("p", { class: "next" }, ...links)]),
    ...(body === ""
      ? [make("p", { class: "quiet" }, "No body.")]
      : [code(value === undefined ? body : JSON.stringify(value, undefined, 2))]),
  );
};

/** Returns a link to scaRedirect; only web addresses, because the response chooses the target. */
const scaLinks = (value) => {
  const href = value?._links?.scaRedirect?.href;
  if (typeof href !== "string" || !/^https?:\/\//.test(href)) return [];
  const link = { class: "go", href, target: "_blank", rel: "noopener noreferrer" };
  return [make("a", link, "Open scaRedirect as the PSU")];
};

const showWhy = (body, codes = {}, explanation) => {
  const messages = (body?.tppMessages ?? []).map(({ code: name, path, text }) => {
    const link = make("a", { href: `/docs/errors#${encodeURIComponent(name)}` }, name);
    // The remedy of a refused signature is to open its explanation, which follows.
    const remedy = explanation === undefined ? codes[name]?.remedy : undefined;
    return make(
      "div",
      { class: "why" },
      make("p", {}, link, path === undefined ? "" : ` at ${path}`),
      make("p", {}, text ?? codes[name]?.cause ?? ""),
      ...(remedy === undefined ? [] : [make("p", {}, make("strong", {}, "Remedy "), remedy)]),
    );
  });
  return part(
    "Why",
    ...messages,
    ...(explanation === undefined ? [] : showExplanation(explanation)),
  );
};

const showExplanation = (explanation) => {
  const { signingString, expectedKeyId, computedDigest, clockDifferenceSeconds } = explanation;
  const facts = [
    ["Reason in the bank's log", explanation.reason],
    ["The signing string that the bank built", signingString],
    ["The keyId the bank expects", expectedKeyId],
    ["The Digest of the received body", computedDigest],
    ["Difference between Date and the bank's clock, in seconds", clockDifferenceSeconds],
  ];
  return facts
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => folded(title, code(String(value), "wrapped")));
};
