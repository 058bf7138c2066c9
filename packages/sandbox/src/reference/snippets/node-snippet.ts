import { javascriptLiteral } from "./javascript-literal.ts";
import { joinLines, type SnippetRequest, signedHeaderNames } from "./snippet-request.ts";

/** Writes the request for Node without packages. */
export const nodeSnippet = (request: SnippetRequest): string => {
  const { bank, method, path, headers, body } = request;
  const hasBody = body !== undefined;
  const crypto = [hasBody && "createHash", "createSign", "randomUUID", "X509Certificate"];
  return joinLines([
    `import { ${crypto.filter(Boolean).join(", ")} } from "node:crypto";`,
    'import { readFileSync } from "node:fs";',
    "",
    `const bank = process.env.VARDE_BANK ?? ${JSON.stringify(bank)};`,
    'const key = readFileSync(".varde-tpp/key.pem");',
    'const certificate = new X509Certificate(readFileSync(".varde-tpp/certificate.pem"));',
    "",
    `const path = ${JSON.stringify(path)};`,
    hasBody && `const body = JSON.stringify(${javascriptLiteral(body)});`,
    "const headers = {",
    ...Object.entries(headers).map(
      ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    hasBody && '  "content-type": "application/json",',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the snippet's own template
    hasBody && '  digest: `SHA-256=${createHash("sha256").update(body).digest("base64")}`,',
    "  date: new Date().toUTCString(),",
    '  "x-request-id": randomUUID(),',
    "};",
    "",
    "// The signing string: one line for each signed header, no newline after the last one.",
    `const names = ${JSON.stringify(signedHeaderNames(request)).replaceAll(",", ", ")};`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the snippet's own template
    'const signingString = names.map((name) => `${name}: ${headers[name]}`).join("\\n");',
    'const signature = createSign("sha256").update(signingString).sign(key, "base64");',
    'const issuer = certificate.issuer.split("\\n").reverse().join(",");',
    "headers.signature = [",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the snippet's own template
    '  `keyId="SN=${certificate.serialNumber},CA=${issuer}"`,',
    "  'algorithm=\"rsa-sha256\"',",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the snippet's own template
    '  `headers="${names.join(" ")}"`,',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the snippet's own template
    '  `signature="${signature}"`,',
    '].join(",");',
    'headers["tpp-signature-certificate"] = certificate.raw.toString("base64");',
    "",
    `const response = await fetch(bank + path, { method: "${method}", headers${
      hasBody ? ", body" : ""
    } });`,
    "console.log(response.status, await response.text());",
  ]);
};
