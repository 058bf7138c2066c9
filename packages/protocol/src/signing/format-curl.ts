/**
 * Formats a curl command for a POSIX shell that sends the request exactly as it was signed.
 *
 * @example
 * const line = formatCurl("GET", "https://bank.example/v1/accounts", { "X-Request-ID": "7" });
 * // curl -i -X GET 'https://bank.example/v1/accounts' \
 * //   -H 'X-Request-ID: 7'
 */
export const formatCurl = (
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string => {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isTyped = body === undefined || names.includes("content-type");
  const words = [
    `curl -i -X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(isTyped ? [] : [`-H ${quote("Content-Type: application/json")}`]),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ];
  return words.join(" \\\n  ");
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
