import {
  indentRest,
  joinLines,
  type SnippetRequest,
  signedHeaderNames,
} from "./snippet-request.ts";

/** Escapes letters beyond ASCII: before Java 18 the compiler's encoding depends on the machine. */
const toAscii = (text: string): string =>
  text.replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const javaString = (text: string): string => toAscii(JSON.stringify(text));

const textBlock = (json: string): string => toAscii(json.replaceAll("\\", "\\\\"));

const imports: readonly string[] = [
  "import java.net.URI;",
  "import java.net.http.*;",
  "import java.nio.charset.StandardCharsets;",
  "import java.nio.file.*;",
  "import java.security.*;",
  "import java.security.cert.*;",
  "import java.security.spec.PKCS8EncodedKeySpec;",
  "import java.time.*;",
  "import java.time.format.DateTimeFormatter;",
  "import java.util.*;",
  "import java.util.stream.Collectors;",
];

const readIdentity: readonly string[] = [
  '    String pem = Files.readString(Path.of(".varde-tpp/key.pem"));',
  '    byte[] der = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----|\\\\s", ""));',
  "    PrivateKey key =",
  '        KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));',
  "    X509Certificate certificate;",
  '    try (var file = Files.newInputStream(Path.of(".varde-tpp/certificate.pem"))) {',
  '      var factory = CertificateFactory.getInstance("X.509");',
  "      certificate = (X509Certificate) factory.generateCertificate(file);",
  "    }",
];

const signHeaders = (names: readonly string[]): readonly string[] => [
  "    // The signing string: one line for each signed header, no newline after the last one.",
  `    List<String> names = List.of(${names.map(javaString).join(", ")});`,
  "    String signingString =",
  '        names.stream().map(name -> name + ": " + headers.get(name))',
  '            .collect(Collectors.joining("\\n"));',
  '    Signature signer = Signature.getInstance("SHA256withRSA");',
  "    signer.initSign(key);",
  "    signer.update(signingString.getBytes(StandardCharsets.UTF_8));",
  "    String serial = certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);",
  '    String issuer = certificate.getIssuerX500Principal().getName("RFC2253");',
  '    headers.put("signature", String.join(",",',
  '        "keyId=\\"SN=" + serial + ",CA=" + issuer + "\\"",',
  '        "algorithm=\\"rsa-sha256\\"",',
  '        "headers=\\"" + String.join(" ", names) + "\\"",',
  '        "signature=\\"" + base64.encodeToString(signer.sign()) + "\\""));',
  '    headers.put("tpp-signature-certificate", base64.encodeToString(certificate.getEncoded()));',
];

/** Writes the request for Java's standard library. */
export const javaSnippet = (request: SnippetRequest): string => {
  const { bank, method, path, headers, body } = request;
  const hasBody = body !== undefined;
  const json = textBlock(JSON.stringify(body ?? null, undefined, 2));
  const publisher = hasBody ? "ofByteArray(bytes)" : "noBody()";
  return joinLines([
    ...imports,
    "",
    "public class Request {",
    "  public static void main(String[] arguments) throws Exception {",
    `    String bank = System.getenv().getOrDefault("VARDE_BANK", ${javaString(bank)});`,
    "    Base64.Encoder base64 = Base64.getEncoder();",
    ...readIdentity,
    "",
    `    String path = ${javaString(path)};`,
    hasBody && `    String body = """\n        ${indentRest(json, 8)}\n        """;`,
    hasBody && "    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);",
    "    Map<String, String> headers = new LinkedHashMap<>();",
    ...Object.entries(headers).map(
      ([name, value]) => `    headers.put(${javaString(name)}, ${javaString(value)});`,
    ),
    hasBody && '    headers.put("content-type", "application/json");',
    hasBody && '    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);',
    hasBody && '    headers.put("digest", "SHA-256=" + base64.encodeToString(hash));',
    "    headers.put(",
    '        "date",',
    "        DateTimeFormatter.ofPattern(\"EEE, dd MMM yyyy HH:mm:ss 'GMT'\", Locale.ENGLISH)",
    "            .format(ZonedDateTime.now(ZoneOffset.UTC)));",
    '    headers.put("x-request-id", UUID.randomUUID().toString());',
    "",
    ...signHeaders(signedHeaderNames(request)),
    "",
    "    HttpRequest.Builder request =",
    "        HttpRequest.newBuilder(URI.create(bank + path))",
    "            .version(HttpClient.Version.HTTP_1_1)",
    `            .method("${method}", HttpRequest.BodyPublishers.${publisher});`,
    "    headers.forEach(request::header);",
    "    HttpResponse<String> response =",
    "        HttpClient.newHttpClient()",
    "            .send(request.build(), HttpResponse.BodyHandlers.ofString());",
    '    System.out.println(response.statusCode() + " " + response.body());',
    "  }",
    "}",
  ]);
};
