export const beforeFigures = `# Performance

This page is written by \`npm run bench -- --publish\`. No figure on it is typed by hand. \`--only l10\` measures
some sections again and leaves the others as they are. A run replaces the figures of its own kind of processor; those
of the other kind stay beside it, each with its machine and date.

## Method

A ratio on one machine says more than a number of requests per second. The bank is therefore compared with a
**floor**: a bare \`node:http\` server that does only what every server for this interface must do
([bench/floor](../bench/floor)).

| section | the floor |
|---|---|
| L01, L02 | verifies digest and signature with a cached key; stores the four rows of a creation with group commit |
| L09 | the same on PostgreSQL: the SQL statements of a creation in one pipeline, on ten connections |
| L10 | verifies; reads consent, session, account, balances or transactions by the same indexes; counts calls without the PSU durably; responds with bare JSON |

L03 to L07 have no floor. They compare the bank with itself:

| section | what is compared |
|---|---|
| L03 | a page of an account with a million transactions with a page of one with a thousand, and its last page with its first; memory while all pages are read |
| L04 | creations and status reads of a bank with a million stored payments with those of one with a thousand |
| L05 | status reads while a batch clears many due payments with reads when nothing is cleared |
| L06 | the CPU of creating and signing a basket of 100 payments with that of ten creations |
| L07 | the payments that are created at three times the capacity with the capacity, measured before and after: with callers that wait for their response, and with arrivals at a fixed rate; the 503 of a bare server that refuses all of them stands beside that of the bank |
| GROWTH | CPU time at a thousand stored rows, at a hundred thousand and at a million: an exponent of 0 does not depend on the number, 1 grows in proportion |

All of them but L04 have rounds of their own size, whatever the line above their table says.

- Bank, floor and load generator are separate processes on loopback, with 64 keep-alive connections. Every
  request is signed for itself, with its own id and time.
- In L01, L02, L09 and L10 each side has three processes, started alternately. All get the same requests, in short
  rounds whose order changes. In a round a side has the median of its processes, and a ratio is the median of the
  ratios of the rounds, so that noise affects both sides.
- **A/A** is how far the processes of one side, which run the same code, differ in the same run: the highest compared
  with the lowest, of the side where they differ more. A ratio that differs less from 1 is marked.
- Requests before the first round are not measured, because V8 still compiles. The warm-up ends when the cheapest
  round has not become cheaper by 2 % for 10 000 requests to each process.
- CPU per request is the user and system time of all threads of the server, in nanoseconds where the system has them. On PostgreSQL the time of the
  database is a line of its own.
- A figure is the median of the runs, followed by the smallest and the largest.
- L10 has the shares of a real bank: 70 % of the calls read balances or transactions without the PSU, 20 % with the
  PSU, 8 % read a status, 2 % create a payment. Calls without the PSU are limited per day and account, so there are
  as many PSUs as the run needs, each with two accounts and 40 transactions in each.
- Metrics and audit are on in all sections, as they are by default.

## Figures
`;

export const noFigures = `Nothing has been measured yet.
`;

export const afterFigures = `## Side by side

\`npm run bench -- --peers\` sends the same signed requests to the sandbox and to mock servers that people use in its
place, with their defaults, in alternating rounds. Prism and Mockoon run our OpenAPI document on the same Node;
WireMock runs two stubs on Java. They verify no signature and store nothing; the sandbox does both, and each payment
is on disk before its response. WireMock uses all cores, the others about one, so the chart of CPU per request compares
them better than the one of requests per second. The programs are in \`bench/peers\` with a lock file of their own and
are installed by this command only.

The table of planted faults shows which wrong requests a server refuses with a 4xx: 1 if it does, 0 if not. Each server
also gets a correct payment, which it has to accept, and the last fault repeats that payment with another id.

## Footprint

\`npm run bench -- --only footprint\` installs the bank in an empty folder and starts it: from a clone with
\`npm ci && npm start\`, the same with \`--omit=dev\`, and from the one file of \`npm run pack\`. The seconds are from
\`git clone\` on the same disk, or from \`npm install\` of the packed file, to the first 200 of \`/health/ready\`. Packages
come from npm's cache, which an unmeasured installation has filled. The megabytes are disk space without \`.git\` and
the bank's data; a clone installs its own Node, the one file uses that of the machine. This section sends no load.

## What is slow, and why

- **RSA** is the largest single part of a creation and of a status read, in the floor as in the bank. It cannot be
  cached: every request has its own signature.
- **A creation** waits for the disk. On SQLite, waiting creations share one commit; on PostgreSQL each is a
  transaction of its own, and a pipeline saves round trips, but not the work of the database.
- **The profile of the bank is flat.** Checks, schema, rules, planning and presenting cost a little each, and no
  function stands out. What remains above the floor is the sum of the rules of the interface.
- **The code of a request is larger than the processor's caches.** Requests that arrive together therefore pass the
  checks in stages, side by side, which saves a status read a third of its CPU. A request that arrives alone has
  nobody to share with, and takes as long as before.
- **A page of transactions** costs more with each transaction on it: its row is read, its stored texts are parsed, and
  it is presented with its links.
- **A 503** is mostly \`node:http\`. A bare server that refuses everything reads the head of a signed request and writes a
  response too, and L07 shows what that costs.
- **Several processes** that divide the same load cost more per request than one, and so do several floors (L12).
  Four programs share the processor's caches, and each is used less often. Requests that a process handles in the same
  turn share stages and round trips, and four processes share less each. A process that is added for additional load
  does not have this cost, as the rows with a rate for each process show.
- **Reads on PostgreSQL** are several statements. The floor needs two round trips for a page of transactions, the
  bank more, because core bank and directory are ports of their own.
- **V8** compiles much of the bank again between 15 000 and 20 000 requests. A bank that has just started needs more
  CPU per request than these figures show.

## The guard

\`npm run test:long\` compares the CPU per request with the last release, installed from its commit, with five
processes per side in alternating rounds of one run. It fails if this version needs more CPU than A/A explains.
Each version runs with its own defaults: what a later one does in addition, such as audit and metrics, is part of its
cost. No ratio of an earlier machine is asserted. \`npm run bench -- --quick --only release --against .\` compares
equal code. With \`--slow-down 100\` this version wastes 100 microseconds in every request, which the guard notices if
A/A is smaller than that.
`;
