import {
  indentRest,
  joinLines,
  type SnippetRequest,
  signedHeaderNames,
} from "./snippet-request.ts";

const constants: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

/** Writes a JSON value as Python. */
const pythonLiteral = (value: unknown): string => {
  if (typeof value !== "object" || value === null) {
    const json = JSON.stringify(value);
    return constants[json] ?? json;
  }
  const isList = Array.isArray(value);
  const items = isList
    ? value.map(pythonLiteral)
    : Object.entries(value).map(
        ([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`,
      );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${items.map((item) => `    ${indentRest(item, 4)},\n`).join("")}${close}`;
};

/** Writes the lines that sign the headers. */
const signHeaders = (names: readonly string[]): readonly string[] => [
  "# The signing string: one line for each signed header, no newline after the last one.",
  `names = ${JSON.stringify(names).replaceAll(",", ", ")}`,
  'signing_string = "\\n".join(f"{name}: {headers[name]}" for name in names)',
  'signature = openssl("dgst", "-sha256", "-sign", KEY, data=signing_string.encode())',
  'shown = ["-noout", "-serial", "-issuer", "-nameopt", "RFC2253"]',
  'lines = openssl("x509", "-in", CERTIFICATE, *shown).decode().splitlines()',
  'serial, issuer = (line.split("=", 1)[1].strip() for line in lines)',
  'headers["signature"] = ",".join(',
  "    [",
  "        f'keyId=\"SN={serial},CA={issuer}\"',",
  "        'algorithm=\"rsa-sha256\"',",
  '        f\'headers="{" ".join(names)}"\',',
  "        f'signature=\"{encode(signature)}\"',",
  "    ]",
  ")",
  'der = openssl("x509", "-in", CERTIFICATE, "-outform", "DER")',
  'headers["tpp-signature-certificate"] = encode(der)',
  "",
];

/** Writes the request for Python's standard library; openssl signs, as Python has no RSA. */
export const pythonSnippet = (request: SnippetRequest): string => {
  const { bank, method, path, headers, body } = request;
  const hasBody = body !== undefined;
  return joinLines([
    "import base64",
    hasBody && "import hashlib",
    hasBody && "import json",
    "import os",
    "import subprocess",
    "import urllib.error",
    "import urllib.request",
    "import uuid",
    "from email.utils import formatdate",
    "",
    `BANK = os.environ.get("VARDE_BANK", ${JSON.stringify(bank)})`,
    'KEY = ".varde-tpp/key.pem"',
    'CERTIFICATE = ".varde-tpp/certificate.pem"',
    "",
    "",
    "def openssl(*arguments, data=None):",
    '    command = ["openssl", *arguments]',
    "    return subprocess.run(command, input=data, capture_output=True, check=True).stdout",
    "",
    "",
    "def encode(data):",
    "    return base64.b64encode(data).decode()",
    "",
    "",
    `path = ${JSON.stringify(path)}`,
    hasBody && `body = json.dumps(${pythonLiteral(body)}).encode()`,
    "headers = {",
    ...Object.entries(headers).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    hasBody && '    "content-type": "application/json",',
    hasBody && '    "digest": "SHA-256=" + encode(hashlib.sha256(body).digest()),',
    '    "date": formatdate(usegmt=True),',
    '    "x-request-id": str(uuid.uuid4()),',
    "}",
    "",
    ...signHeaders(signedHeaderNames(request)),
    "request = urllib.request.Request(",
    `    BANK + path, ${hasBody ? "data=body, " : ""}headers=headers, method="${method}"`,
    ")",
    "try:",
    "    with urllib.request.urlopen(request) as response:",
    "        print(response.status, response.read().decode())",
    "except urllib.error.HTTPError as refusal:",
    "    print(refusal.code, refusal.read().decode())",
  ]);
};
