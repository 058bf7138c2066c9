/** Reads a snippet from an operation's page and replaces the names in braces. */
export async function readSnippet(
  bank: string,
  operation: string,
  language: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const page = await (await fetch(`${bank}/docs/operations/${operation}`)).text();
  const details = page.split(`data-language="${language}"`)[1] ?? "";
  const [, code = ""] = /<pre[^>]*><code>(.*?)<\/code>/s.exec(details) ?? [];
  return unescapeHtml(code).replaceAll(/\{(psuId|sessionId)\}/g, (_, name) => values[name] ?? "");
}

const signs: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

const unescapeHtml = (markup: string): string =>
  markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => signs[sign] ?? sign);
