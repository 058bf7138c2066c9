import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import { ControlRefused } from "@varde/sandbox";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of a recording
type File = any;

describe("recordings from outside", () => {
  let recorded: string;
  before(async () => {
    await using bank = await aBank();
    await aTpp(bank).send({ path: "/v1/accounts" });
    const control = openControl(bank.addresses.http, undefined);
    recorded = JSON.stringify(await control.get("/recording", { world: await onlyWorld(bank) }));
  });

  const change = (edit: (file: File) => void): string => {
    const file = JSON.parse(recorded);
    edit(file);
    return JSON.stringify(file);
  };

  const refused: readonly (readonly [name: string, text: () => string, reason: RegExp])[] = [
    ["text that is not JSON", () => "<script>", /^the recording .*JSON/],
    ["deep nesting", () => `{"log":${"[".repeat(10_000)}`, /nested|levels/],
    ["a duplicate key", () => recorded.replace("{", '{"log":1,'), /twice/],
    ["another HTTP archive", () => '{"log":{"entries":[]}}', /not written by varde record/],
    ["another version", () => change(({ log }) => (log._varde.recording = 2)), /version 2/],
    ["another data set", () => change(({ log }) => (log._varde.dataSet = 2)), /of the data set/],
    [
      "too many entries",
      () => change(({ log }) => (log.entries = Array(1_501).fill(log.entries[0]))),
      /at most 1500/,
    ],
    [
      "a setting that is not recorded",
      () => change(({ log }) => (log._varde.settings.anchors = ["/etc/passwd"])),
      /settings/,
    ],
    [
      "a wrong setting",
      () => change(({ log }) => (log._varde.settings.pathPrefix = "/../x y")),
      /pathPrefix/,
    ],
    [
      "a time long ago",
      () => change(({ log }) => (log._varde.startAt = "0001-01-01T00:00:00.000Z")),
      /clock/,
    ],
    ["a time that is none", () => change(({ log }) => (log._varde.startAt = "soon")), /startAt/],
    [
      "a time of an entry that is none",
      () => change(({ log }) => (log.entries[0]._varde.at = "soon")),
      /entries\/0/,
    ],
    [
      "a certificate that is not listed",
      () => change(({ log }) => (log.entries[0]._varde.signing.certificate = 7)),
      /certificate/,
    ],
    [
      "a scenario with two effects",
      () =>
        change(({ log }) =>
          log._varde.scenarios.push({ effect: { drop: true, unavailable: true } }),
        ),
      /scenarios\/0/,
    ],
  ];
  for (const [name, text, reason] of refused) {
    test(`refuses ${name}, and says what is wrong`, async () => {
      await assert.rejects(aBank({ replay: text() }), (error) => {
        assert(error instanceof ControlRefused, String(error));
        assert.match(error.message, reason);
        return true;
      });
    });
  }

  test("refuses more bytes than the limit, before it reads them", async () => {
    const text = `${recorded}${" ".repeat(64 * 1024 * 1024)}`;
    await assert.rejects(aBank({ replay: text }), /at most 67108864 are allowed/);
  });

  const origin = "https://bank.example";
  const skipped: readonly (readonly [name: string, edit: (entry: File) => void, reason: RegExp])[] =
    [
      [
        "a control call that no journal has",
        (entry) => {
          entry._varde = { kind: "control" };
          entry.request = { ...entry.request, method: "PUT", url: `${origin}/control/v1/world` };
        },
        /not a control call/,
      ],
      [
        "a control call behind dots",
        (entry) => {
          entry._varde = { kind: "control" };
          entry.request.method = "POST";
          entry.request.url = `${origin}/control/v1/scenarios/../tpp-certificates`;
        },
        /not a control call/,
      ],
      [
        "a header that cannot be sent",
        (entry) => {
          entry.request.headers.push({ name: "accept", value: "a\r\nx-injected: 1" });
        },
        /cannot be sent/,
      ],
      [
        "a path that cannot be sent",
        (entry) => {
          entry.request.url = `${origin}/v1/a b\r\nHost: x`;
        },
        /cannot be sent/,
      ],
      [
        "a label that no response has",
        (entry) => {
          entry.request.url = `${origin}/v1/accounts/{{id 9}}`;
        },
        /needs \{\{id 9\}\}/,
      ],
      [
        "a control call that claims to be a request of the TPP",
        (entry) => {
          entry.request = { ...entry.request, method: "GET", url: `${origin}/control/v1/worlds` };
        },
        /it is a control call/,
      ],
      ...[
        "host",
        "content-length",
        "transfer-encoding",
        "expect",
        "upgrade",
        "x-forwarded-for",
      ].map(
        (name) =>
          [
            `the header ${name}`,
            (entry: File) => entry.request.headers.push({ name, value: "100-continue" }),
            /no recording has the header/,
          ] as const,
      ),
      [
        "a reason with lines and colours of its own",
        (entry) => {
          entry._varde.unrepeatable = "a\n::error::forged\u001b[31m\u202e";
        },
        /^a\?::error::forged\?\[31m\?$/,
      ],
      [
        "more numbers of people than there are",
        (entry) => {
          const numbers = Array.from({ length: 30_000 }, (_, at) => `{{number ${at}}}`).join(" ");
          entry.request.postData = { text: numbers };
        },
        /needs \{\{number \d+\}\}/,
      ],
    ];
  for (const [name, edit, reason] of skipped) {
    test(`does not repeat ${name}`, async () => {
      await using bank = await aBank({ replay: change(({ log }) => edit(log.entries[0])) });
      assert.match(bank.replay?.skipped[0]?.reason ?? "", reason);
    });
  }

  test("sends nothing to another address", async () => {
    const elsewhere = change(({ log }) => {
      log.entries[0].request.url = "http://192.0.2.1/v1/accounts";
    });
    await using bank = await aBank({ replay: elsewhere });
    assert.equal(bank.replay?.differences[0]?.where, "status");
    assert.equal(bank.replay?.differences[0]?.request, "GET /");
  });

  const bodies: readonly (readonly [name: string, text: string, where: string])[] = [
    ["deep nesting", `{"tppMessages":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "body /tppM"],
    ["names of JavaScript", '{"toString":1,"constructor":{},"__proto__":{"a":1}}', "body /toStr"],
    ["a name with line breaks", JSON.stringify({ "a\n::error::b\u001b[2J": 1 }), "body /a?::error"],
  ];
  for (const [name, text, where] of bodies) {
    test(`compares a response with ${name}`, async () => {
      const file = change(({ log }) => {
        log.entries[0].response.content.text = text;
        log.entries[0].response.headers.push({ name: "constructor", value: "x" });
      });
      await using bank = await aBank({ replay: file });
      const places = bank.replay?.differences.map((one) => one.where) ?? [];
      assert(
        places.some((place) => place.startsWith(where)),
        places.join(", "),
      );
      assert(places.includes("header constructor"));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
      assert.doesNotMatch(places.join(""), /[\u0000-\u001f]/);
    });
  }

  test("names every difference of an object that has the name __proto__", async () => {
    const file = change(({ log }) => {
      log.entries[0].response.content.text = '{"__proto__":{}}';
    });
    await using bank = await aBank({ replay: file });
    const places = bank.replay?.differences.map((one) => one.where) ?? [];
    assert(places.includes("body /__proto__"), places.join(", "));
  });

  test("ends after ten minutes, whatever the recording waits for", async (t) => {
    const file = change(({ log }) => {
      log.entries = [log.entries[0], log.entries[0]];
    });
    let calls = 0;
    t.mock.method(performance, "now", () => {
      calls += 1;
      return calls * 400_000;
    });
    await using bank = await aBank({ replay: file });
    assert.match(bank.replay?.skipped.at(-1)?.reason ?? "", /more than 10 minutes/);
  });
});
