#!/usr/bin/env python3
"""A first signed payment in Python 3.8 or newer, with the standard library only.

Start the sandbox with `npm start`, then run in a second terminal:

    python3 examples/first-payment.py

The bank is expected at http://127.0.0.1:8080; set VARDE_BANK for another address. Python's
standard library has no RSA, so openssl makes the key and the certificate, and signs.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from email.utils import formatdate
from pathlib import Path
from typing import NamedTuple

BANK = os.environ.get("VARDE_BANK", "http://127.0.0.1:8080")
PAYMENTS_PATH = "/v1/payments/norwegian-domestic-credit-transfers"
WAIT_SECONDS_MAX = 300

# Of these headers, every one that is sent must be signed.
SIGNED_HEADERS = [
    "date",
    "digest",
    "x-request-id",
    "psu-id",
    "psu-corporate-id",
    "tpp-redirect-uri",
]


class Identity(NamedTuple):
    key_file: Path
    certificate: str
    key_id: str


def openssl(*arguments, data=None):
    """Runs openssl and returns the bytes it prints."""
    return subprocess.run(
        ["openssl", *map(str, arguments)], input=data, capture_output=True, check=True
    ).stdout


def make_certificate(folder):
    """Makes an RSA key and a self-signed certificate.

    The sandbox accepts any certificate; a real bank requires an eIDAS seal certificate (QSealC).
    """
    key_file = folder / "key.pem"
    certificate_file = folder / "certificate.pem"
    new_key = ["-newkey", "rsa:2048", "-nodes", "-keyout", key_file]
    new_certificate = ["-days", "90", "-subj", "/O=My TPP/CN=my-tpp", "-out", certificate_file]
    openssl("req", "-x509", *new_key, *new_certificate)

    # The TPP-Signature-Certificate header carries the DER bytes in base64, on one line.
    der = openssl("x509", "-in", certificate_file, "-outform", "DER")
    # The keyId names the certificate: serial number in upper-case hexadecimal, and issuer in
    # RFC 2253 form. openssl prints "serial=..." and "issuer=...".
    names = openssl(
        "x509", "-in", certificate_file, "-noout", "-serial", "-issuer", "-nameopt", "RFC2253"
    )
    serial, issuer = (line.split("=", 1)[1].strip() for line in names.decode().splitlines())
    return Identity(key_file, base64.b64encode(der).decode(), f"SN={serial},CA={issuer}")


def compute_digest(body):
    """Returns the Digest header: the SHA-256 hash of exactly the bytes of the body, in base64."""
    return "SHA-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()


def build_signing_string(headers, names):
    """Returns the signing string: one line "name: value" for each signed header.

    Names are in lower case. There is a newline between lines, but none after the last one.
    """
    return "\n".join(f"{name}: {headers[name]}" for name in names)


def build_signature(headers, identity):
    """Returns the Signature header. Its four parts always come in this order."""
    names = [name for name in SIGNED_HEADERS if name in headers]
    signing_string = build_signing_string(headers, names)
    # RSA with SHA-256 and PKCS #1 v1.5 padding, in base64.
    signature = openssl("dgst", "-sha256", "-sign", identity.key_file, data=signing_string.encode())
    return ",".join(
        [
            f'keyId="{identity.key_id}"',
            'algorithm="rsa-sha256"',
            # The names in the same order as in the signing string.
            f'headers="{" ".join(names)}"',
            f'signature="{base64.b64encode(signature).decode()}"',
        ]
    )


def call(method, path, identity, further_headers=None, body=None):
    """Signs a request, sends it and returns the response body."""
    headers = {
        # The bank accepts a deviation of at most 60 seconds.
        "date": formatdate(usegmt=True),
        # A new id for every request.
        "x-request-id": str(uuid.uuid4()),
        **(further_headers or {}),
    }
    if body is not None:
        headers["digest"] = compute_digest(body)
        headers["content-type"] = "application/json"
    headers["signature"] = build_signature(headers, identity)
    headers["tpp-signature-certificate"] = identity.certificate
    request = urllib.request.Request(BANK + path, data=body, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        sys.exit(f"The bank refused the request: {refusal.code} {refusal.read().decode()}")
    except urllib.error.URLError as error:
        sys.exit(f"No response from {BANK}: {error.reason}. Is the sandbox running?")


def create_payment(identity):
    """Creates a payment of NOK 249.50 from Kari to Ola."""
    headers = {
        "x-accept-fix": "amount-as-string",
        # A session of your own choice; an SCA is valid for one hour in it.
        "tpp-session-id": str(uuid.uuid4()),
        # The PSU is not known to this TPP yet: one SCA both identifies them and approves the
        # payment.
        "psu-context": "PRIVATE",
        "psu-ip-address": "192.0.2.7",
        # The bank sends the PSU's browser here after the SCA. This would be a page of your own
        # site; the sandbox has one that shows what the bank has added to the address.
        "tpp-redirect-uri": f"{BANK}/docs/callback",
    }
    payment = {
        "instructedAmount": {"amount": "249.50", "currency": "NOK"},
        "debtorAccount": {"bban": "99901010028", "currency": "NOK"},
        "creditorName": "Ola Bråten",
        "creditorAccount": {"bban": "99901010117", "currency": "NOK"},
        "creditorAddress": {"country": "NO"},
        "remittanceInformationUnstructured": "Seks glass",
    }
    # The bytes that are hashed must be the bytes that are sent, so the body is serialised once.
    return call("POST", PAYMENTS_PATH, identity, headers, json.dumps(payment).encode())


def wait_for_outcome(identity, payment):
    """Polls until the payment is final, the SCA has failed or the time is up."""
    links = payment["_links"]
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while True:
        # The SCA first: a status that is read after it cannot be older.
        sca_status = call("GET", links["scaStatus"]["href"], identity)["scaStatus"]
        status = call("GET", links["status"]["href"], identity)["transactionStatus"]
        is_final = status in ("ACSC", "RJCT", "CANC")
        if is_final or sca_status == "failed" or time.monotonic() >= deadline:
            return status, sca_status
        time.sleep(1)


def show_outcome(status, sca_status):
    """Prints the final status and returns the exit code."""
    print(f"Final status: {status}")
    if status == "ACSC":
        print("The money has moved.")
    elif sca_status == "failed":
        print("The PSU did not approve the payment.")
    else:
        print("No money has moved.")
    return 0 if status == "ACSC" else 1


def main():
    with tempfile.TemporaryDirectory() as folder:
        identity = make_certificate(Path(folder))
        payment = create_payment(identity)
        print(f"Payment {payment['paymentId']} was created, status {payment['transactionStatus']}.")
        print(
            "\nOpen this link in a browser, "
            "identify as Kari (customer number 03848420491) and approve:\n"
            f"  {payment['_links']['scaRedirect']['href']}\n",
            flush=True,
        )
        return show_outcome(*wait_for_outcome(identity, payment))


if __name__ == "__main__":
    sys.exit(main())
