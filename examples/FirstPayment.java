import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/**
 * A first signed payment in Java 17 or newer, with the JDK only.
 *
 * <p>Start the sandbox with {@code npm start}, then run in a second terminal:
 *
 * <pre>java examples/FirstPayment.java</pre>
 *
 * <p>The bank is expected at http://127.0.0.1:8080; set VARDE_BANK for another address. The key and
 * the certificate are made by keytool, which comes with the JDK.
 */
public final class FirstPayment {
  private static final String BANK =
      System.getenv().getOrDefault("VARDE_BANK", "http://127.0.0.1:8080");
  private static final String PAYMENTS_PATH =
      "/v1/payments/norwegian-domestic-credit-transfers";
  private static final Duration WAIT_MAX = Duration.ofMinutes(5);

  /** Of these headers, every one that is sent must be signed. */
  private static final List<String> SIGNED_HEADERS =
      List.of(
          "date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri");

  /** The form of the Date header; the JDK's RFC_1123_DATE_TIME lacks the zero in days below 10. */
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private record Identity(PrivateKey key, String certificate, String keyId) {}

  private record Outcome(String transactionStatus, String scaStatus) {}

  /** A failure that is explained in one sentence, without a stack trace. */
  private static final class Failure extends RuntimeException {
    Failure(String message) {
      super(message);
    }
  }

  /**
   * Makes an RSA key and a self-signed certificate. The sandbox accepts any certificate; a real
   * bank requires an eIDAS seal certificate (QSealC).
   */
  private static Identity makeCertificate()
      throws IOException, InterruptedException, GeneralSecurityException {
    Path folder = Files.createTempDirectory("tpp-");
    Path file = folder.resolve("tpp.p12");
    char[] password = UUID.randomUUID().toString().toCharArray();
    try {
      ProcessBuilder keytool =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
              "-genkeypair",
              "-keyalg", "RSA",
              "-keysize", "2048",
              "-validity", "90",
              "-dname", "CN=my-tpp,O=My TPP",
              "-alias", "tpp",
              "-storetype", "PKCS12",
              "-keystore", file.toString(),
              "-storepass:env", "STORE_PASSWORD");
      keytool.environment().put("STORE_PASSWORD", new String(password));
      keytool.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      if (keytool.start().waitFor() != 0) {
        throw new Failure("keytool could not make a certificate");
      }
      KeyStore store = KeyStore.getInstance(file.toFile(), password);
      PrivateKey key = (PrivateKey) store.getKey("tpp", password);
      X509Certificate certificate = (X509Certificate) store.getCertificate("tpp");
      // The keyId names the certificate: serial number in upper-case hexadecimal, and issuer in
      // RFC 2253 form.
      String serial = certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
      String issuer = certificate.getIssuerX500Principal().getName(X500Principal.RFC2253);
      // The TPP-Signature-Certificate header carries the DER bytes in base64, on one line.
      return new Identity(key, base64(certificate.getEncoded()), "SN=" + serial + ",CA=" + issuer);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** Returns the Digest header: the SHA-256 hash of exactly the bytes of the body, in base64. */
  private static String computeDigest(byte[] body) throws GeneralSecurityException {
    return "SHA-256=" + base64(MessageDigest.getInstance("SHA-256").digest(body));
  }

  /**
   * Returns the signing string: one line {@code name: value} for each signed header, names in lower
   * case. There is a newline between lines, but none after the last one.
   */
  private static String buildSigningString(Map<String, String> headers, List<String> names) {
    return names.stream()
        .map(name -> name + ": " + headers.get(name))
        .collect(Collectors.joining("\n"));
  }

  /** Returns the Signature header. Its four parts always come in this order. */
  private static String buildSignature(Map<String, String> headers, Identity identity)
      throws GeneralSecurityException {
    List<String> names = SIGNED_HEADERS.stream().filter(headers::containsKey).toList();
    String signingString = buildSigningString(headers, names);
    // RSA with SHA-256 and PKCS #1 v1.5 padding, in base64.
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(identity.key());
    signer.update(signingString.getBytes(StandardCharsets.UTF_8));
    return String.join(
        ",",
        "keyId=\"" + identity.keyId() + "\"",
        "algorithm=\"rsa-sha256\"",
        // The names in the same order as in the signing string.
        "headers=\"" + String.join(" ", names) + "\"",
        "signature=\"" + base64(signer.sign()) + "\"");
  }

  /** Signs a request, sends it and returns the response body. The body is null for a GET. */
  private static String call(
      String method,
      String path,
      Identity identity,
      Map<String, String> furtherHeaders,
      String body)
      throws IOException, InterruptedException, GeneralSecurityException {
    Map<String, String> headers = new HashMap<>(furtherHeaders);
    // The bank accepts a deviation of at most 60 seconds.
    headers.put("date", HTTP_DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
    // A new id for every request.
    headers.put("x-request-id", UUID.randomUUID().toString());
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    if (body != null) {
      headers.put("digest", computeDigest(bytes));
      headers.put("content-type", "application/json");
    }
    headers.put("signature", buildSignature(headers, identity));
    headers.put("tpp-signature-certificate", identity.certificate());
    var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(bytes);
    var request =
        HttpRequest.newBuilder(URI.create(BANK + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, publisher);
    headers.forEach(request::header);
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new Failure(
            "The bank refused the request: " + response.statusCode() + " " + response.body());
      }
      return response.body();
    } catch (ConnectException error) {
      throw new Failure("No response from " + BANK + ". Is the sandbox running?");
    }
  }

  /** Creates a payment of NOK 249.50 from Kari to Ola and returns the bank's response. */
  private static String createPayment(Identity identity)
      throws IOException, InterruptedException, GeneralSecurityException {
    Map<String, String> headers =
        Map.of(
            "x-accept-fix", "amount-as-string",
            // A session of your own choice; an SCA is valid for one hour in it.
            "tpp-session-id", UUID.randomUUID().toString(),
            // The PSU is not known to this TPP yet: one SCA both identifies them and approves the
            // payment.
            "psu-context", "PRIVATE",
            "psu-ip-address", "192.0.2.7",
            // The bank sends the PSU's browser here after the SCA. This would be a page of your own
            // site; the sandbox has one that shows what the bank has added to the address.
            "tpp-redirect-uri", BANK + "/docs/callback");
    // Written as an escape, the letter \u00e5 does not depend on the compiler's encoding.
    String body =
        """
        {
          "instructedAmount": { "amount": "249.50", "currency": "NOK" },
          "debtorAccount": { "bban": "99901010028", "currency": "NOK" },
          "creditorName": "Ola Br\u00e5ten",
          "creditorAccount": { "bban": "99901010117", "currency": "NOK" },
          "creditorAddress": { "country": "NO" },
          "remittanceInformationUnstructured": "Seks glass"
        }
        """;
    return call("POST", PAYMENTS_PATH, identity, headers, body);
  }

  /** Polls until the payment is final, the SCA has failed or the time is up. */
  private static Outcome waitForOutcome(Identity identity, String payment)
      throws IOException, InterruptedException, GeneralSecurityException {
    Instant deadline = Instant.now().plus(WAIT_MAX);
    while (true) {
      // The SCA first: a status that is read after it cannot be older.
      String sca = call("GET", readLink(payment, "scaStatus"), identity, Map.of(), null);
      String status = call("GET", readLink(payment, "status"), identity, Map.of(), null);
      Outcome outcome =
          new Outcome(readField(status, "transactionStatus"), readField(sca, "scaStatus"));
      boolean isFinal = Set.of("ACSC", "RJCT", "CANC").contains(outcome.transactionStatus());
      if (isFinal || outcome.scaStatus().equals("failed") || Instant.now().isAfter(deadline)) {
        return outcome;
      }
      Thread.sleep(1000);
    }
  }

  /** Prints the final status and returns the exit code. */
  private static int showOutcome(Outcome outcome) {
    System.out.println("Final status: " + outcome.transactionStatus());
    if (outcome.transactionStatus().equals("ACSC")) {
      System.out.println("The money has moved.");
      return 0;
    }
    System.out.println(
        outcome.scaStatus().equals("failed")
            ? "The PSU did not approve the payment."
            : "No money has moved.");
    return 1;
  }

  // The JDK has no JSON parser. Two expressions are enough here; use a JSON library in a real
  // program.

  private static String readField(String json, String name) {
    return find(json, "\"" + name + "\"\\s*:\\s*\"([^\"]*)\"");
  }

  private static String readLink(String json, String name) {
    return find(json, "\"" + name + "\"\\s*:\\s*\\{[^}]*?\"href\"\\s*:\\s*\"([^\"]*)\"");
  }

  private static String find(String json, String expression) {
    Matcher matcher = Pattern.compile(expression).matcher(json);
    if (!matcher.find()) {
      throw new Failure("The response has an unexpected form: " + json);
    }
    return matcher.group(1);
  }

  public static void main(String[] arguments) throws Exception {
    try {
      Identity identity = makeCertificate();
      String payment = createPayment(identity);
      System.out.printf(
          "Payment %s was created, status %s.%n",
          readField(payment, "paymentId"), readField(payment, "transactionStatus"));
      System.out.printf(
          "%nOpen this link in a browser, "
              + "identify as Kari (customer number 03848420491) and approve:%n  %s%n%n",
          readLink(payment, "scaRedirect"));
      System.exit(showOutcome(waitForOutcome(identity, payment)));
    } catch (Failure failure) {
      System.err.println(failure.getMessage());
      System.exit(1);
    }
  }
}
