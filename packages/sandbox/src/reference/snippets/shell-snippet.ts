import { joinLines, type SnippetRequest, signedHeaderNames } from "./snippet-request.ts";

/** Quotes a text so that the shell changes nothing in it. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes the request for a shell with curl and openssl. */
export const shellSnippet = (request: SnippetRequest): string => {
  const { bank, method, path, headers, body } = request;
  const hasBody = body !== undefined;
  const isSigned = (line: string) =>
    signedHeaderNames(request).some((name) => line.startsWith(`${name}:`));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const [signed, unsigned] = [lines.filter(isSigned), lines.filter((line) => !isSigned(line))];
  return joinLines([
    `bank=\${VARDE_BANK:-${bank}}`,
    "key=.varde-tpp/key.pem",
    "certificate=.varde-tpp/certificate.pem",
    "",
    `path=${quote(path)}`,
    hasBody && `body=${quote(JSON.stringify(body, undefined, 2))}`,
    hasBody &&
      "digest=SHA-256=$(printf '%s' \"$body\" | openssl dgst -sha256 -binary | openssl base64 -A)",
    "",
    "# The signed headers, one on each line. $(...) drops the newline after the last one.",
    "signing_string=$(",
    "  LC_ALL=C date -u '+date: %a, %d %b %Y %H:%M:%S GMT'",
    "  printf '%s\\n' \"x-request-id: $(openssl rand -hex 16)\"",
    hasBody && "  printf '%s\\n' \"digest: $digest\"",
    ...signed.map((line) => `  printf '%s\\n' ${quote(line)}`),
    ")",
    "signature=$(printf '%s' \"$signing_string\" |",
    '  openssl dgst -sha256 -sign "$key" | openssl base64 -A)',
    "names=$(printf '%s\\n' \"$signing_string\" | sed 's/:.*//' | paste -s -d ' ' -)",
    "serial=$(openssl x509 -in \"$certificate\" -noout -serial | sed 's/^serial=//')",
    'issuer=$(openssl x509 -in "$certificate" -noout -issuer -nameopt RFC2253 |',
    "  sed 's/^issuer= *//')",
    "",
    "{",
    "  printf '%s\\n' \"$signing_string\"",
    '  printf \'signature: keyId="SN=%s,CA=%s",algorithm="rsa-sha256",\' "$serial" "$issuer"',
    '  printf \'headers="%s",signature="%s"\\n\' "$names" "$signature"',
    "  printf 'tpp-signature-certificate: %s\\n' \\",
    '    "$(openssl x509 -in "$certificate" -outform DER | openssl base64 -A)"',
    "} | curl --silent --show-error --include --header @- \\",
    ...unsigned.map((line) => `  --header ${quote(line)} \\`),
    hasBody && "  --header 'content-type: application/json' --data-binary \"$body\" \\",
    `  --request ${method} "$bank$path"`,
  ]);
};
