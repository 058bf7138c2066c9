#!/bin/sh
# A first signed payment in plain shell, with curl and openssl.
#
# Start the sandbox with `npm start`, then run in a second terminal:
#
#   sh examples/first-payment.sh
#
# The bank is expected at http://127.0.0.1:8080; set VARDE_BANK for another address.
set -eu

bank=${VARDE_BANK:-http://127.0.0.1:8080}
payments_path=/v1/payments/norwegian-domestic-credit-transfers
wait_seconds_max=300

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Makes an RSA key and a self-signed certificate. The sandbox accepts any certificate; a real bank
# requires an eIDAS seal certificate (QSealC).
make_certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$folder/key.pem" \
    -days 90 -subj '/O=My TPP/CN=my-tpp' -out "$folder/certificate.pem" 2>/dev/null
  # The TPP-Signature-Certificate header carries the DER bytes in base64, on one line.
  certificate=$(openssl x509 -in "$folder/certificate.pem" -outform DER | openssl base64 -A)
  # The keyId names the certificate: serial number in upper-case hexadecimal, and issuer in
  # RFC 2253 form. openssl prints "serial=..." and "issuer=...".
  serial=$(openssl x509 -in "$folder/certificate.pem" -noout -serial | sed 's/^serial=//')
  issuer=$(openssl x509 -in "$folder/certificate.pem" -noout -issuer -nameopt RFC2253 |
    sed 's/^issuer= *//')
  key_id="SN=$serial,CA=$issuer"
}

# compute_digest BODY: prints the Digest header's value, the SHA-256 hash of exactly the bytes of
# the body, in base64. printf adds no newline; echo would.
compute_digest() {
  printf 'SHA-256=%s' "$(printf '%s' "$1" | openssl dgst -sha256 -binary | openssl base64 -A)"
}

# Prints the signing string of the headers in $folder/headers: one line "name: value" for each
# signed header, names in lower case. Of the six headers named here, every one that is sent must be
# signed.
build_signing_string() {
  grep -E '^(date|digest|x-request-id|psu-id|psu-corporate-id|tpp-redirect-uri): ' \
    "$folder/headers"
}

# Prints the Signature header's value. Its four parts always come in this order.
build_signature() {
  # $(...) drops the newline after the last line: there are newlines between lines only.
  signing_string=$(build_signing_string)
  # RSA with SHA-256 and PKCS #1 v1.5 padding, in base64.
  signature=$(printf '%s' "$signing_string" |
    openssl dgst -sha256 -sign "$folder/key.pem" | openssl base64 -A)
  # The names in the same order as in the signing string.
  names=$(printf '%s\n' "$signing_string" | sed 's/:.*//' | paste -s -d ' ' -)
  printf 'keyId="%s",algorithm="rsa-sha256",headers="%s",signature="%s"' \
    "$key_id" "$names" "$signature"
}

# call METHOD PATH [BODY [HEADER...]]: signs a request, sends it and prints the response body.
call() {
  method=$1 path=$2 body=${3:-}
  if [ $# -ge 3 ]; then shift 3; else shift 2; fi
  {
    # The bank accepts a deviation of at most 60 seconds.
    LC_ALL=C date -u '+date: %a, %d %b %Y %H:%M:%S GMT'
    # A new id for every request.
    echo "x-request-id: $(openssl rand -hex 16)"
    if [ -n "$body" ]; then
      echo "digest: $(compute_digest "$body")"
      echo 'content-type: application/json'
    fi
    [ $# -eq 0 ] || printf '%s\n' "$@"
  } >"$folder/headers"
  set -- --request "$method" --header @"$folder/headers" \
    --header "signature: $(build_signature)" --header "tpp-signature-certificate: $certificate"
  [ -z "$body" ] || set -- "$@" --data-binary "$body"
  # A refusal's body says what is wrong.
  response=$(curl --silent --show-error --fail-with-body --max-time 30 "$@" "$bank$path") || {
    echo "${response:-No response from $bank. Is the sandbox running?}" >&2
    return 1
  }
  printf '%s' "$response"
}

# Creates a payment of NOK 249.50 from Kari to Ola and prints the bank's response.
create_payment() {
  # tpp-session-id: a session of your own choice; an SCA is valid for one hour in it.
  # psu-context: the PSU is not known to this TPP yet, so that one SCA both identifies them and
  # approves the payment.
  # tpp-redirect-uri: the bank sends the PSU's browser here after the SCA. This would be a page of
  # your own site; the sandbox has one that shows what the bank has added to the address.
  call POST "$payments_path" '{
    "instructedAmount": { "amount": "249.50", "currency": "NOK" },
    "debtorAccount": { "bban": "99901010028", "currency": "NOK" },
    "creditorName": "Ola Bråten",
    "creditorAccount": { "bban": "99901010117", "currency": "NOK" },
    "creditorAddress": { "country": "NO" },
    "remittanceInformationUnstructured": "Seks glass"
  }' \
    'x-accept-fix: amount-as-string' \
    "tpp-session-id: $(openssl rand -hex 16)" \
    'psu-context: PRIVATE' \
    'psu-ip-address: 192.0.2.7' \
    "tpp-redirect-uri: $bank/docs/callback"
}

# There is no JSON parser in plain shell. Two expressions are enough here; use jq in a real script.

# read_field JSON NAME: prints a text field.
read_field() {
  printf '%s' "$1" | sed -n "s/.*\"$2\" *: *\"\([^\"]*\)\".*/\1/p"
}

# read_link JSON NAME: prints the address of a link.
read_link() {
  printf '%s' "$1" | sed -n "s/.*\"$2\" *: *{[^}]*\"href\" *: *\"\([^\"]*\)\".*/\1/p"
}

# wait_for_outcome PAYMENT: polls until the payment is final, the SCA has failed or the time is up.
# Sets transaction_status and sca_status.
wait_for_outcome() {
  deadline=$(($(date +%s) + wait_seconds_max))
  while :; do
    # The SCA first: a status that is read after it cannot be older.
    sca=$(call GET "$(read_link "$1" scaStatus)")
    status=$(call GET "$(read_link "$1" status)")
    sca_status=$(read_field "$sca" scaStatus)
    transaction_status=$(read_field "$status" transactionStatus)
    case $transaction_status in ACSC | RJCT | CANC) return ;; esac
    [ "$sca_status" != failed ] || return 0
    [ "$(date +%s)" -lt "$deadline" ] || return 0
    sleep 1
  done
}

# Prints the final status; succeeds if the money has moved.
show_outcome() {
  echo "Final status: $transaction_status"
  if [ "$transaction_status" = ACSC ]; then
    echo 'The money has moved.'
    return 0
  fi
  if [ "$sca_status" = failed ]; then
    echo 'The PSU did not approve the payment.'
  else
    echo 'No money has moved.'
  fi
  return 1
}

make_certificate
payment=$(create_payment)
echo "Payment $(read_field "$payment" paymentId) was created," \
  "status $(read_field "$payment" transactionStatus)."
echo
echo 'Open this link in a browser, identify as Kari (customer number 03848420491) and approve:'
echo "  $(read_link "$payment" scaRedirect)"
echo
wait_for_outcome "$payment"
show_outcome
