/** An element with text and children; nothing an answer holds is ever taken for markup. */
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

/** The signing string, the request, the curl line, the answer, and why it was refused. */
export const showResult = (
  place,
  { signingString, request, curl, answer, explanation, codes },
  body,
) => {
  const { method, url, headers } = request;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { pathname, search } = new URL(url);
  const raw = [`${method} ${pathname}${search} HTTP/1.1`, ...lines, "", request.body ?? ""];
  const parts = [
    ...(answer === undefined ? [] : [showAnswer(answer, body)]),
    ...(answer?.status >= 400 ? [showWhy(body, codes, explanation)] : []),
    part(
      "The string that was signed",
      code(signingString, "wrapped"),
      make("p", { class: "quiet" }, "There is no newline at its end."),
    ),
    folded("The request, as it was sent", code(raw.join("\n").trimEnd(), "wrapped")),
    folded("As a curl line", code(curl)),
  ];
  if (answer !== undefined) {
    const answered = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
    parts.push(folded("The answer's headers", code(answered.join("\n"), "wrapped")));
  }
  place.replaceChildren(...parts);
};

const showAnswer = ({ status, reason, body }, value) => {
  const mark = make("span", { class: `status ${status < 400 ? "good" : "bad"}` }, String(status));
  const links = scaLinks(value);
  return part(
    ["The bank answered ", mark, ` ${reason}`],
    ...(links.length === 0 ? [] : [make("p", { class: "next" }, ...links)]),
    ...(body === ""
      ? [make("p", { class: "quiet" }, "There is no body.")]
      : [code(value === undefined ? body : JSON.stringify(value, undefined, 2))]),
  );
};

/** Only addresses of the web: an answer decides where a click leads. */
const scaLinks = (value) => {
  const href = value?._links?.scaRedirect?.href;
  if (typeof href !== "string" || !/^https?:\/\//.test(href)) return [];
  const link = { class: "go", href, target: "_blank", rel: "noopener noreferrer" };
  return [make("a", link, "Open scaRedirect, as the PSU")];
};

const showWhy = (body, codes = {}, explanation) => {
  const messages = (body?.tppMessages ?? []).map(({ code: name, path, text }) => {
    const link = make("a", { href: `/docs/errors#${encodeURIComponent(name)}` }, name);
    const remedy = codes[name]?.remedy;
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
    ["The bank's own reason", explanation.reason],
    ["The signing string, as the bank built it", signingString],
    ["The keyId the bank expects", expectedKeyId],
    ["The Digest of the bytes that came", computedDigest],
    ["The Date, in seconds off the bank's clock", clockDifferenceSeconds],
  ];
  return facts
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => folded(title, code(String(value), "wrapped")));
};
