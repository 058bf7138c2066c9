#!/usr/bin/env python3
"""A core bank behind Varde's HTTP contract, with the standard library only.

It shows what a bank has to write around its own systems. Accounts, payments, customers and the
mandates of a company are in SQLite. Payments to other banks are settled a moment later, payments
abroad on the next bank day. The contract is docs/reference/core-bank-openapi.json, and
`varde check-core-bank` tests this program.

    python3 core-bank.py --port 8090 --database core-bank.sqlite
"""

import argparse
import datetime
import json
import re
import sqlite3
import ssl
import threading
import time
import zoneinfo
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 8 * 1024 * 1024
SETTLES_AFTER_SECONDS = 0.2
OSLO = zoneinfo.ZoneInfo("Europe/Oslo")

SCHEMA = """
create table if not exists account (
  account_id text primary key, bban text unique, iban text unique, name text not null,
  credit_line_minor integer not null, booked_minor integer not null,
  reserved_minor integer not null default 0, changed_at integer not null);
create table if not exists movement (
  number integer primary key autoincrement, account_id text not null, amount_minor integer not null,
  booking_date text not null, booked_at integer not null, details text not null);
create index if not exists movement_by_day on movement (account_id, booking_date, number);
create table if not exists instruction (
  instruction_id text primary key, content text not null, outcome text not null,
  debtor_account_id text, reserved_minor integer not null, body text not null,
  since integer not null, due_at real);
create table if not exists attempt (
  instruction_id text not null, attempt integer not null, content text not null,
  outcome text not null, primary key (instruction_id, attempt));
create table if not exists later_outcome (
  number integer primary key autoincrement, instruction_id text not null, outcome text not null);
create table if not exists person (
  person_id text primary key, customer_number text unique, name text not null);
create table if not exists agreement_account (
  agreement_id text not null, name text not null, context text not null, person_id text not null,
  account_id text not null, primary key (agreement_id, person_id, account_id));
create table if not exists mandate (
  agreement_id text not null, account_id text not null, person_id text not null,
  may text not null, team text, alone_payment_minor integer, alone_day_minor integer,
  primary key (agreement_id, account_id, person_id));
"""

# Our own accounts: what other banks are owed, and the fees we earned.
OTHER_BANKS = "other-banks"
INCOME = "income"
# Payments to this account at another bank are rejected, to show what happens then.
REJECTING_BBAN = "99809900106"
OWN_BANK_NUMBER = "9990"

# Prices of currencies in NOK, and the share of an exchange that is added to the fee, in millionths.
RATES_PPM = {"NOK": 1_000_000, "EUR": 11_520_000}
CONVERSION_PPM = 2_500
FEES_MINOR = {"own-bank": 0, "instant": 0, "clearing": 0, "cross-border": 3_000}

CUSTOMERS = [
    ("kari", "03848420491", "Kari Nordli", "99901010028", 4_821_150),
    ("ola", "17917931119", "Ola Bråten", "99901010117", 2_390_725),
]
# A company: one person of each team signs, and Sunniva alone up to NOK 25 000 a payment and
# NOK 100 000 a day. Eline prepares payments, and Bjarte sees the account.
COMPANY = ("lyngrabben", "Lyngrabben Entreprenør AS", "99901010915", 126_894_035)
MANDATES = [
    ("sunniva", "14837130140", "Sunniva Haugland", "sign", "A", 2_500_000, 10_000_000),
    ("trym", "02898331086", "Trym Vikøren", "sign", "B", None, None),
    ("eline", "27859032074", "Eline Moberget", "prepare", None, None, None),
    ("bjarte", "08916533005", "Bjarte Lienset", "view", None, None, None),
]


class Refused(Exception):
    """A request that is refused, with the status and the place of the fault."""

    def __init__(self, status, detail, pointer=None):
        super().__init__(detail)
        self.problem = {"title": detail, "status": status, "detail": detail, "pointer": pointer}
        self.status = status


def oslo_day(at_ms):
    return datetime.datetime.fromtimestamp(at_ms / 1000, OSLO).date().isoformat()


def next_bank_day(day):
    """The next weekday; a real bank knows the holidays too."""
    later = datetime.date.fromisoformat(day) + datetime.timedelta(days=1)
    while later.weekday() >= 5:
        later += datetime.timedelta(days=1)
    return later.isoformat()


def debited_nok(amount, currency):
    """What an amount with two decimals costs its payer at our rate of the day: rounded up."""
    return -(-amount * RATES_PPM[currency] // 1_000_000)


def credited_nok(amount, currency):
    """What a payee at our bank gets of it: rounded down, so that nobody earns by exchanging."""
    return amount * RATES_PPM[currency] // 1_000_000


class CoreBank:
    """The bank's systems. One lock makes every operation a transaction of its own."""

    def __init__(self, database):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(database, check_same_thread=False, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.execute("pragma journal_mode = wal")
        self.db.execute("pragma synchronous = full")
        self.db.executescript(SCHEMA)
        with self.transaction():
            self.load_customers()

    def transaction(self):
        return Transaction(self)

    def load_customers(self):
        if self.one("select 1 from account"):
            return
        now = int(time.time() * 1000)
        for key, customer_number, name, bban, booked in CUSTOMERS:
            self.open_account(f"{key}-current", bban, booked, now)
            self.run("insert into person values (?, ?, ?)", f"person-{key}", customer_number, name)
            self.run(
                "insert into agreement_account values (?, ?, 'PRIVATE', ?, ?)",
                f"agreement-{key}", name, f"person-{key}", f"{key}-current")
        self.load_company(now)
        total = COMPANY[-1] + sum(booked for *_, booked in CUSTOMERS)
        self.open_account(OTHER_BANKS, None, -total, now)
        self.open_account(INCOME, None, 0, now)

    def load_company(self, now):
        key, company, bban, booked = COMPANY
        agreement_id, account_id = f"agreement-{key}", f"{key}-current"
        self.open_account(account_id, bban, booked, now)
        for person, customer_number, name, may, *terms in MANDATES:
            person_id = f"person-{person}"
            self.run("insert into person values (?, ?, ?)", person_id, customer_number, name)
            self.run(
                "insert into mandate values (?, ?, ?, ?, ?, ?, ?)",
                agreement_id, account_id, person_id, may, *terms)
            # Who only sees the account may not use it.
            if may != "view":
                self.run(
                    "insert into agreement_account values (?, ?, 'CORPORATE', ?, ?)",
                    agreement_id, company, person_id, account_id)

    def open_account(self, account_id, bban, booked, now):
        self.run(
            "insert into account values (?, ?, null, ?, 0, ?, 0, ?)",
            account_id, bban, "Current account" if bban else account_id, booked, now)

    # Statements

    def run(self, statement, *values):
        return self.db.execute(statement, values)

    def one(self, statement, *values):
        return self.db.execute(statement, values).fetchone()

    def all(self, statement, *values):
        return self.db.execute(statement, values).fetchall()

    # Accounts

    def find_account(self, request):
        reference = request["reference"]
        if len(reference) != 1:
            raise Refused(400, "Give one of bban, iban and cardReference.", "/reference")
        [(kind, number)] = reference.items()
        if kind not in ("bban", "iban"):
            return {"account": None}
        row = self.one(f"select * from account where {kind} = ?", number)
        return {"account": row and present_account(row)}

    def list_accounts(self, request):
        rows = [self.customer_account(one) for one in request["accountIds"]]
        return {"accounts": [present_account(row) for row in rows if row]}

    def customer_account(self, account_id):
        return self.one(
            "select * from account where account_id = ? and bban is not null", account_id)

    def read_balances(self, request):
        row = self.customer_account(request["accountId"])
        return {"balances": row and {
            "accountId": row["account_id"],
            "bookedMinor": str(row["booked_minor"]),
            "expectedMinor": str(row["booked_minor"] - row["reserved_minor"]),
            "availableMinor": str(available(row)),
            "changedAt": row["changed_at"],
        }}

    def has_funds(self, request):
        row = self.customer_account(request["accountId"])
        if row is None or request["currency"] not in RATES_PPM:
            return {"hasFunds": False}
        amount = debited_nok(int(request["amountMinor"]), request["currency"])
        return {"hasFunds": amount <= available(row)}

    # Transactions: newest first, by booking date and then by number

    def list_transactions(self, request):
        page = request["page"]
        place, at = page["place"], page["place"]["at"]
        where, values = day_range(request["accountId"], page)
        offset, backwards = 0, at in ("before", "end")
        if at == "offset":
            offset = place["offset"]
        elif at in ("after", "before"):
            key = place.get("key")
            if not isinstance(key, dict):
                raise Refused(400, f"The place {at} needs a key.", "/page/place/key")
            where += f" and (booking_date, number) {'<' if at == 'after' else '>'} (?, ?)"
            values += [key["bookingDate"], number_of(key["transactionId"])]
        order = "asc" if backwards else "desc"
        rows = self.all(
            f"select * from movement where {where} order by booking_date {order}, number {order}"
            " limit ? offset ?", *values, page["limit"], offset)
        ordered = reversed(rows) if backwards else rows
        return {"transactions": [present_transaction(row) for row in ordered]}

    def count_transactions(self, request):
        where, values = day_range(request["accountId"], request["days"])
        return {"count": self.one(f"select count(*) from movement where {where}", *values)[0]}

    def read_transaction(self, request):
        row = self.one(
            "select * from movement where account_id = ? and number = ?",
            request["accountId"], number_of(request["transactionId"]))
        return {"transaction": row and present_transaction(row)}

    def list_pending(self, request):
        rows = self.all(
            "select * from instruction where debtor_account_id = ? and reserved_minor > 0"
            " order by since desc, instruction_id desc", request["accountId"])
        pending = []
        for row in rows:
            body = json.loads(row["body"])
            details = movement_details(body)
            amounts = [debited_nok(int(body["amountMinor"]), body["currency"]),
                       int(body["agreedFeeMinor"])]
            pending.extend({
                **details, "accountId": row["debtor_account_id"], "amountMinor": str(-minor),
                "currency": "NOK", "since": row["since"],
            } for minor in amounts if minor > 0)
        return {"pending": pending}

    # Payments

    def submit(self, request):
        instructions = request["instructions"]
        for at, one in enumerate(instructions):
            check_fields(one, INSTRUCTION, f"/instructions/{at}")
        return {"outcomes": [self.submit_one(one, request["at"]) for one in instructions]}

    def submit_one(self, instruction, at):
        """Executes an instruction, or returns what came of it when it was submitted before."""
        instruction_id, attempt = instruction["instructionId"], int(instruction["attempt"])
        content = json.dumps([
            instruction["debtorAccountId"], instruction["creditor"].get("bban"),
            instruction["creditor"].get("iban"), instruction["amountMinor"],
            instruction["currency"], instruction["route"]])
        known = self.one("select * from instruction where instruction_id = ?", instruction_id)
        # An attempt that moved no money; a later one may.
        known = known or self.one(
            "select * from attempt where instruction_id = ? and attempt >= ?"
            " order by attempt limit 1", instruction_id, attempt)
        if known:
            if known["content"] != content:
                detail = f"Instruction {instruction_id} was submitted with other content."
                raise Refused(409, detail)
            return json.loads(known["outcome"])
        outcome = self.execute(instruction, content, at)
        if outcome["kind"] in ("no-funds", "refused"):
            self.run(
                "insert into attempt values (?, ?, ?, ?)",
                instruction_id, attempt, content, json.dumps(outcome))
        return outcome

    def execute(self, instruction, content, at):
        amount, fee = int(instruction["amountMinor"]), int(instruction["agreedFeeMinor"])
        debtor = self.customer_account(instruction["debtorAccountId"])
        if debtor is None:
            return {"kind": "refused", "reason": "The debtor account is closed."}
        if amount <= 0 or instruction["currency"] not in RATES_PPM:
            return {"kind": "refused", "reason": "Only positive amounts in NOK or EUR are paid."}
        bban = instruction["creditor"].get("bban", "")
        creditor = self.one("select * from account where bban = ?", bban)
        is_ours = instruction["route"] == "own-bank" or bban.startswith(OWN_BANK_NUMBER)
        if is_ours and creditor is None:
            return {"kind": "refused", "reason": "The creditor account is closed."}
        if creditor is not None and creditor["account_id"] == debtor["account_id"]:
            return {"kind": "refused", "reason": "Debtor and creditor account are the same."}
        if creditor is not None and credited_nok(amount, instruction["currency"]) < 1:
            return {"kind": "refused", "reason": "The amount is too small to be exchanged."}
        reserved = debited_nok(amount, instruction["currency"]) + fee
        if available(debtor) < reserved:
            return {"kind": "no-funds"}
        if creditor is not None or instruction["route"] == "instant":
            receiver = creditor["account_id"] if creditor is not None else OTHER_BANKS
            self.book_payment(instruction, receiver, at)
            return self.store(instruction, content, {"kind": "settled"}, 0, None)
        self.run(
            "update account set reserved_minor = reserved_minor + ? where account_id = ?",
            reserved, debtor["account_id"])
        if instruction["route"] == "cross-border":
            # Screened first, and sent by run_abroad.
            return self.store(instruction, content, {"kind": "pending"}, reserved, None)
        due_at = time.time() + SETTLES_AFTER_SECONDS
        return self.store(instruction, content, {"kind": "sent"}, reserved, due_at)

    def store(self, instruction, content, outcome, reserved, due_at):
        self.run(
            "insert into instruction values (?, ?, ?, ?, ?, ?, ?, ?)", instruction["instructionId"],
            content, json.dumps(outcome), instruction["debtorAccountId"], reserved,
            json.dumps(instruction), int(time.time() * 1000), due_at)
        return outcome

    def book_payment(self, instruction, receiver, at):
        amount, currency = int(instruction["amountMinor"]), instruction["currency"]
        debtor, fee = instruction["debtorAccountId"], int(instruction["agreedFeeMinor"])
        details = movement_details(instruction)
        debited = debited_nok(amount, currency)
        credited = debited if receiver == OTHER_BANKS else credited_nok(amount, currency)
        sides = {debtor: -debited, receiver: credited}
        if debited > credited:
            sides[INCOME] = debited - credited
        self.book(sides, details, at)
        if fee > 0:
            self.book({debtor: -fee, INCOME: fee}, {**details, "exchange": None}, at)

    def book(self, sides, details, at):
        """Books all sides of a movement, which add up to zero."""
        for account_id, signed in sides.items():
            self.run(
                "insert into movement (account_id, amount_minor, booking_date, booked_at, details)"
                " values (?, ?, ?, ?, ?)", account_id, signed, oslo_day(at), at,
                json.dumps(details))
            self.run(
                "update account set booked_minor = booked_minor + ?, changed_at = ?"
                " where account_id = ?", signed, at, account_id)

    # Outcomes

    def settle_due(self):
        """Ends the payments that were sent to other banks."""
        now = time.time()
        for row in self.all("select * from instruction where due_at <= ? order by due_at", now):
            self.settle(row)

    def run_abroad(self, request):
        """Runs payments abroad on a day: sends what was screened, settles what was sent before."""
        for row in self.all(
                "select * from instruction where reserved_minor > 0 and due_at is null"
                " order by since, instruction_id"):
            instruction = json.loads(row["body"])
            if json.loads(row["outcome"])["kind"] == "pending":
                self.report(row, {"kind": "sent"}, row["reserved_minor"])
            elif next_bank_day(instruction["executionDate"]) <= request["day"]:
                self.settle(row)
        return {}

    def settle(self, row):
        instruction = json.loads(row["body"])
        self.run(
            "update account set reserved_minor = reserved_minor - ? where account_id = ?",
            row["reserved_minor"], row["debtor_account_id"])
        if instruction["creditor"].get("bban") == REJECTING_BBAN:
            outcome = {"kind": "refused", "reason": "The payee's bank rejected the payment."}
        else:
            self.book_payment(instruction, OTHER_BANKS, int(time.time() * 1000))
            outcome = {"kind": "settled"}
        self.report(row, outcome, 0)

    def report(self, row, outcome, reserved):
        """Stores a later outcome, which is listed until Varde acknowledges it."""
        self.run(
            "update instruction set due_at = null, reserved_minor = ?, outcome = ?"
            " where instruction_id = ?", reserved, json.dumps(outcome), row["instruction_id"])
        self.run(
            "insert into later_outcome (instruction_id, outcome) values (?, ?)",
            row["instruction_id"], json.dumps(outcome))

    def list_outcomes(self, request):
        rows = self.all("select * from later_outcome order by number limit ?", request["limit"])
        return {"outcomes": [{
            "instructionId": row["instruction_id"],
            "outcome": json.loads(row["outcome"]),
            "receipt": f"receipt-{row['number']}",
        } for row in rows]}

    def acknowledge_outcomes(self, request):
        for at, one in enumerate(request["outcomes"]):
            check_fields(one, {"instructionId": str, "receipt": str}, f"/outcomes/{at}")
            number = re.fullmatch(r"receipt-(\d{1,18})", one["receipt"])
            if number:
                self.run(
                    "delete from later_outcome where number = ? and instruction_id = ?",
                    int(number[1]), one["instructionId"])
        return {}

    def read_price_list(self, _request):
        return {"priceList": {
            "feeCurrency": "NOK",
            "fees": [{"route": route, "feeMinor": str(fee)} for route, fee in FEES_MINOR.items()],
            "conversionPpm": str(CONVERSION_PPM),
            "rates": [{"currency": one, "ratePpm": str(rate)} for one, rate in RATES_PPM.items()],
        }}

    # Customers

    def find_person(self, request):
        row = self.one(
            "select * from person where customer_number = ?", request["customerNumber"])
        return {"person": row and present_person(row)}

    def read_person(self, request):
        row = self.one("select * from person where person_id = ?", request["personId"])
        return {"person": row and present_person(row)}

    def list_agreements(self, request):
        agreements = {}
        for row in self.all(
                "select * from agreement_account where person_id = ? order by agreement_id",
                request["personId"]):
            agreement = agreements.setdefault(row["agreement_id"], {
                "agreementId": row["agreement_id"], "name": row["name"],
                "context": row["context"], "accountIds": []})
            agreement["accountIds"].append(row["account_id"])
        return {"agreements": list(agreements.values())}

    def may_use_account(self, request):
        rows = self.all(
            "select * from agreement_account where person_id = ? and account_id = ?",
            request["personId"], request["accountId"])
        agreement_id, context = request.get("agreementId"), request.get("context")
        if agreement_id is not None:
            return {"mayUse": any(row["agreement_id"] == agreement_id for row in rows)}
        return {"mayUse": any(context in (None, row["context"]) for row in rows)}

    # Mandates: who has to sign the payments of a company. Asking changes nothing.

    def decide_signings(self, request):
        for at, one in enumerate(request["requests"]):
            check_fields(one, {**SIGNING, "personId": str}, f"/requests/{at}")
        return {"decisions": [self.decide(one) for one in request["requests"]]}

    def decide(self, request):
        mandates = self.list_mandates(request)
        own = mandates.get(request["personId"])
        if own is None or own["may"] == "view":
            return {"kind": "may-not-sign", "because": "view-only"}
        if request["personId"] in request["signedBy"]:
            return {"kind": "may-not-sign", "because": "signed-already"}
        if own["may"] == "prepare":
            return {"kind": "may-not-sign", "because": "prepare-only"}
        if own["alone_payment_minor"] is not None:
            # A real bank adds what the person has signed in the online bank today.
            today = int(request["signedTodayNokMinor"]) + int(request["totalNokMinor"])
            is_small = int(request["nokMinor"]) <= own["alone_payment_minor"]
            if is_small and today <= own["alone_day_minor"]:
                return {"kind": "complete", "rule": "alone"}
        # People who are unknown, or whose mandate was withdrawn, do not count.
        signed = [mandates[one] for one in request["signedBy"] if one in mandates]
        teams = {one["team"] for one in signed if one["may"] == "sign"}
        if own["team"] in teams:
            return {"kind": "may-not-sign", "because": "over-limit"}
        if teams:
            return {"kind": "complete", "rule": "A and B"}
        return {"kind": "more", "missing": 1, "rule": "A and B"}

    def list_mandates(self, request):
        rows = self.all(
            "select * from mandate join person using (person_id)"
            " where agreement_id = ? and account_id = ? order by name",
            request["agreementId"], request["accountId"])
        return {row["person_id"]: row for row in rows}

    def list_signers(self, request):
        people = [
            row for person_id, row in self.list_mandates(request).items()
            if self.decide({**request, "personId": person_id})["kind"] != "may-not-sign"]
        return {"people": [present_person(row) for row in people]}


class Transaction:
    """Holds the lock, and rolls back if the operation raises an exception."""

    def __init__(self, bank):
        self.bank = bank

    def __enter__(self):
        self.bank.lock.acquire()
        self.bank.db.execute("begin immediate")

    def __exit__(self, kind, _error, _trace):
        try:
            self.bank.db.execute("commit" if kind is None else "rollback")
        finally:
            self.bank.lock.release()


def available(row):
    return row["booked_minor"] - row["reserved_minor"] + row["credit_line_minor"]


def day_range(account_id, days):
    return "account_id = ? and booking_date between ? and ?", [
        account_id, days["from"], days.get("to", "9999-12-31")]


def number_of(transaction_id):
    return int(transaction_id) if re.fullmatch(r"\d{1,18}", transaction_id) else -1


def present_account(row):
    return {
        "accountId": row["account_id"], "bban": row["bban"], "iban": row["iban"],
        "currency": "NOK", "name": row["name"], "isCard": False, "mayPay": True,
        "creditLineMinor": str(row["credit_line_minor"]),
    }


def present_transaction(row):
    return {
        **json.loads(row["details"]), "accountId": row["account_id"],
        "amountMinor": str(row["amount_minor"]), "currency": "NOK",
        "transactionId": f"{row['number']:012d}", "bookingDate": row["booking_date"],
        "valueDate": row["booking_date"], "bookedAt": row["booked_at"],
    }


def present_person(row):
    return {"personId": row["person_id"], "name": row["name"]}


def movement_details(instruction):
    creditor = instruction["creditor"]
    return {
        "debtor": {"name": instruction.get("debtorName")},
        "creditor": {key: creditor.get(key) for key in ("name", "bban", "iban", "bic")},
        "ultimateDebtor": instruction.get("ultimateDebtor"),
        "remittance": instruction["remittance"], "references": instruction["references"],
        "endToEndId": instruction.get("endToEndId"),
        "purposeCode": instruction.get("purposeCode"),
        "bankReferences": [instruction["instructionId"]],
        "exchange": instruction["currency"] != "NOK" and {
            "originalMinor": instruction["amountMinor"],
            "originalCurrency": instruction["currency"],
            "ratePpm": str(RATES_PPM[instruction["currency"]]),
        } or None,
    }


# Checks of requests: the fields that must be there, and their types

AMOUNT = re.compile(r"-?[0-9]{1,18}")
ACCOUNT = {"worldId": str, "accountId": str}
DAYS = {"from": str}
SIGNING = {
    "worldId": str, "agreementId": str, "accountId": str, "nokMinor": AMOUNT,
    "totalNokMinor": AMOUNT, "signedBy": list, "signedTodayNokMinor": AMOUNT,
}
INSTRUCTION = {
    "instructionId": str, "attempt": AMOUNT, "route": str, "debtorAccountId": str,
    "creditor": dict, "amountMinor": AMOUNT, "currency": str, "agreedFeeMinor": AMOUNT,
    "executionDate": str, "remittance": list, "references": list,
}

OPERATIONS = {
    "/accounts/find": (CoreBank.find_account, {"worldId": str, "reference": dict}),
    "/accounts/list": (CoreBank.list_accounts, {"worldId": str, "accountIds": list}),
    "/accounts/may-use": (CoreBank.may_use_account, {**ACCOUNT, "personId": str}),
    "/balances/read": (CoreBank.read_balances, ACCOUNT),
    "/funds/check": (CoreBank.has_funds, {**ACCOUNT, "amountMinor": AMOUNT, "currency": str}),
    "/transactions/list": (CoreBank.list_transactions, {
        **ACCOUNT, "page": {**DAYS, "place": {"at": str}, "limit": int}}),
    "/transactions/count": (CoreBank.count_transactions, {**ACCOUNT, "days": DAYS}),
    "/transactions/read": (CoreBank.read_transaction, {**ACCOUNT, "transactionId": str}),
    "/pending/list": (CoreBank.list_pending, ACCOUNT),
    "/instructions/submit": (CoreBank.submit, {"worldId": str, "at": int, "instructions": list}),
    "/outcomes/list": (CoreBank.list_outcomes, {"worldId": str, "limit": int}),
    "/outcomes/acknowledge": (CoreBank.acknowledge_outcomes, {"worldId": str, "outcomes": list}),
    "/price-list/read": (CoreBank.read_price_list, {}),
    "/people/find": (CoreBank.find_person, {"worldId": str, "customerNumber": str}),
    "/people/read": (CoreBank.read_person, {"worldId": str, "personId": str}),
    "/agreements/list": (CoreBank.list_agreements, {"worldId": str, "personId": str}),
    "/signings/decide": (CoreBank.decide_signings, {"requests": list}),
    "/signings/signers": (CoreBank.list_signers, SIGNING),
    # Not of the contract: our payments desk runs payments abroad, as with --abroad-by-hand.
    "/desk/run-abroad": (CoreBank.run_abroad, {"day": str}),
}


def check_fields(value, fields, pointer=""):
    if not isinstance(value, dict):
        raise Refused(400, f"The value at {pointer or 'the root'} must be an object.", pointer)
    for name, kind in fields.items():
        place = f"{pointer}/{name}"
        if name not in value:
            raise Refused(400, f"{place} is missing.", place)
        field = value[name]
        if isinstance(kind, dict):
            check_fields(field, kind, place)
        elif isinstance(kind, re.Pattern):
            if not (isinstance(field, str) and kind.fullmatch(field)):
                raise Refused(400, f"{place} must be a string of digits.", place)
        elif not isinstance(field, kind) or (kind is int and isinstance(field, bool)):
            raise Refused(400, f"{place} must be of type {kind.__name__}.", place)


def without_none(value):
    """A missing value is a missing field in the contract, never null."""
    if isinstance(value, dict):
        return {key: without_none(one) for key, one in value.items() if one is not None}
    return [without_none(one) for one in value] if isinstance(value, list) else value


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without it, small responses wait for an acknowledgement of the kernel.
    disable_nagle_algorithm = True
    timeout = 60

    def do_POST(self):
        try:
            self.reply(200, self.call())
        except Refused as refusal:
            self.reply(refusal.status, refusal.problem, "application/problem+json")

    def do_GET(self):
        is_known = self.path.removeprefix(self.server.prefix) in OPERATIONS
        refusal = Refused(405 if is_known else 404, "Every operation is a POST.")
        self.reply(refusal.status, refusal.problem, "application/problem+json")

    do_PUT = do_DELETE = do_PATCH = do_GET

    def call(self):
        length = self.headers.get("content-length", "")
        if not re.fullmatch(r"\d{1,9}", length) or int(length) > BODY_BYTES_MAX:
            self.close_connection = True
            raise Refused(413, "The body is too large, or its length is not stated.")
        text = self.rfile.read(int(length))
        operation, fields = OPERATIONS.get(
            self.path.removeprefix(self.server.prefix), (None, None))
        if operation is None:
            raise Refused(404, "The contract has no such path.")
        try:
            request = json.loads(text)
        except ValueError:
            raise Refused(400, "The body is not JSON.") from None
        check_fields(request, fields)
        with self.server.bank.transaction():
            return operation(self.server.bank, request)

    def reply(self, status, value, media_type="application/json"):
        body = json.dumps(without_none(value), ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("content-type", media_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing, because requests are about people."""


def settle_forever(bank, is_abroad_by_hand):
    while True:
        time.sleep(SETTLES_AFTER_SECONDS / 4)
        with bank.transaction():
            bank.settle_due()
            if not is_abroad_by_hand:
                bank.run_abroad({"day": oslo_day(time.time() * 1000)})


def main():
    parser = argparse.ArgumentParser(description="A core bank for Varde.")
    parser.add_argument("--port", type=int, default=8090)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--database", default="core-bank.sqlite")
    parser.add_argument("--abroad-by-hand", action="store_true",
                        help="run payments abroad only by POST /v1/desk/run-abroad")
    parser.add_argument("--tls-cert", help="our certificate (PEM)")
    parser.add_argument("--tls-key", help="our key (PEM)")
    parser.add_argument("--client-ca", help="the authority of Varde's certificate (PEM)")
    options = parser.parse_args()
    server = ThreadingHTTPServer((options.host, options.port), Handler)
    server.daemon_threads = True
    server.prefix = "/v1"
    server.bank = CoreBank(options.database)
    scheme = "http"
    if options.tls_cert:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=options.client_ca)
        context.load_cert_chain(options.tls_cert, options.tls_key)
        context.verify_mode = ssl.CERT_REQUIRED
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    settling = [server.bank, options.abroad_by_hand]
    threading.Thread(target=settle_forever, args=settling, daemon=True).start()
    print(f"Contract   {scheme}://{options.host}:{server.server_port}/v1", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
