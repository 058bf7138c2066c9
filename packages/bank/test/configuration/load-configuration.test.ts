import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { Ajv } from "ajv";
import { bankSettings } from "../../src/configuration/bank-settings.ts";
import { ConfigurationRefused } from "../../src/configuration/configuration-refused.ts";
import { buildConfigurationSchema } from "../../src/configuration/describe-settings.ts";
import { loadConfiguration } from "../../src/configuration/load-configuration.ts";
import { environmentName } from "../../src/configuration/setting.ts";

const folder = mkdtempSync(join(tmpdir(), "varde-configuration-"));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, "bank.json");

const load = (content: string, environment: Readonly<Record<string, string>> = {}) => {
  writeFileSync(file, content);
  return loadConfiguration(bankSettings, { environment, file });
};

/** Another value than the default for every switch, as text and as JSON. */
const others: Readonly<Record<keyof typeof bankSettings, readonly [string, unknown]>> = {
  mode: ["production", "production"],
  bankId: ["fjordbanken", "fjordbanken"],
  bankName: ["123", "123"],
  theme: [
    '{"logo":"/logo.svg","colours":{"light":{"primary":"#003366"}}}',
    { logo: "/logo.svg", colours: { light: { primary: "#003366" } } },
  ],
  publicUrl: ["https://bank.example", "https://bank.example"],
  pathPrefix: ["/api", "/api"],
  linkForm: ["with-prefix", "with-prefix"],
  trust: ["anchors", "anchors"],
  anchors: ["/one.pem, /two.pem", ["/one.pem", "/two.pem"]],
  clientCertificate: ["required", "required"],
  country: ["SE", "SE"],
  strictness: ["strict", "strict"],
  requestTarget: ["required", "required"],
  amountFractionDigits: ["at-most", "at-most"],
  bbanCheckDigit: ["off", "off"],
  names: ['{"NDCT":"re-encode"}', { NDCT: "re-encode" }],
  nonBankDay: ["reject", "reject"],
  acceptFixRequired: ["false", false],
  responseSigning: ["always", "always"],
  hideUnsignedDomestic: ["true", true],
  partlySigned: ["PATC", "PATC"],
  batchTimes: [
    '{"payments":[{"cutOff":"08:00","run":"09:00"}],"periodic":"04:00"}',
    { payments: [{ cutOff: "08:00", run: "09:00" }], periodic: "04:00" },
  ],
  aspspHasAllRoles: ["false", false],
  appApproval: ["false", false],
  trustedProxies: ['["10.0.0.0/8"]', ["10.0.0.0/8"]],
  requestsInFlightMax: ["5", 5],
  unopenedScasMax: ["7", 7],
  suspended: ["Back at 18:00.", "Back at 18:00."],
  audit: ["false", false],
  retentionDays: ['{"audit":3650,"kpi":184}', { audit: 3650, kpi: 184 }],
  ownChannels: [
    `[{"name":"app","scopes":["consents:read"],"tokenSha256":"${"a1".repeat(32)}"}]`,
    [{ name: "app", scopes: ["consents:read"], tokenSha256: "a1".repeat(32) }],
  ],
  drainMs: ["5000", 5_000],
  portTimeoutMs: ["250", 250],
  portCallsMax: ["7", 7],
  portFailuresMax: ["3", 3],
  portPauseMs: ["900", 900],
  metrics: ["false", false],
};

describe("loading a configuration", () => {
  for (const [name, [text, value]] of Object.entries(others)) {
    test(`${name} can be set in a file and in the environment`, () => {
      const key = name as keyof typeof bankSettings;
      const variable = environmentName(name, bankSettings[key]);
      const fromFile = load(JSON.stringify({ [name]: value }));
      assert.deepEqual([fromFile.values[key], fromFile.sources[key]], [value, file]);
      const fromEnvironment = load("{}", { [variable]: text });
      assert.deepEqual(
        [fromEnvironment.values[key], fromEnvironment.sources[key]],
        [value, variable],
      );
      const fromNeither = load("{}");
      assert.equal(fromNeither.sources[key], "default");
      assert.notDeepEqual(fromNeither.values[key], value);
    });
  }

  test("the environment wins over the file; an empty variable does not count", () => {
    const content = '{ "$schema": "x", "pathPrefix": "/file", "nonBankDay": "reject" }';
    const { values } = load(content, { VARDE_PATH_PREFIX: "/set", VARDE_NON_BANK_DAY: "" });
    assert.deepEqual([values.pathPrefix, values.nonBankDay], ["/set", "reject"]);
  });

  test("relative paths start at the file's folder, or where the program was started", () => {
    const { values } = load('{ "anchors": ["one.pem", "../two.pem", "/three.pem"] }');
    const [one, two] = [join(folder, "one.pem"), join(folder, "../two.pem")];
    assert.deepEqual(values.anchors, [one, two, "/three.pem"]);
    assert.deepEqual(load("{}", { VARDE_ANCHORS: "one.pem" }).values.anchors, ["one.pem"]);
    const { theme } = load('{ "theme": { "logo": "logo.svg", "texts": {} } }').values;
    assert.deepEqual(theme, { logo: join(folder, "logo.svg"), texts: {} });
  });

  const refusals: readonly (readonly [string, RegExp])[] = [
    ["", /bank\.json is empty/],
    ["[]", /bank\.json must contain one JSON object/],
    ['{ "trust": "any", "trust": "any" }', /twice/],
    [
      '{\n "pathPrefx": "/api"\n}',
      /line 2: "pathPrefx" is not a setting; did you mean "pathPrefix"\?$/,
    ],
    ['{ "colour": "red" }', /line 1: "colour" is not a setting\.$/],
    [
      '{\n\n "pathPrefix": "api"}',
      /line 3: pathPrefix must be empty or like \/open-banking, not "api"/,
    ],
    ['{ "acceptFixRequired": "false" }', /acceptFixRequired must be true or false, without quotes/],
    ['{ "requestsInFlightMax": 0 }', /must be a whole number above 0, not 0/],
    ['{ "theme": "dark" }', /line 1: theme must be an object, not "dark"\.$/],
    [
      '{ "theme": { "colours": { "light": { "primary": "blue" } } } }',
      /theme\.colours\.light\.primary must be a colour like #0f5149, not "blue"\.$/,
    ],
    ['{ "theme": { "colors": {} } }', /: theme has no field "colors"; did you mean "colours"\?$/],
    [
      '{ "theme": { "texts": { "nb": { "footer": "" } } } }',
      /: theme\.texts\.nb\.footer must be a text of 1 to 300 characters, not ""\.$/,
    ],
  ];
  for (const [content, sentence] of refusals) {
    test(`refuses ${JSON.stringify(content)} and says why`, () => {
      assert.throws(
        () => load(content),
        (error) => error instanceof ConfigurationRefused && sentence.test(error.message),
      );
    });
  }

  test("reports every fault at once, each on its own line", () => {
    assert.throws(
      () => load('{ "pathprefix": "", "trust": "all" }', { VARDE_NON_BANK_DAY: "wait" }),
      (error) =>
        error instanceof ConfigurationRefused &&
        error.message.split("\n").length === 3 &&
        /^VARDE_NON_BANK_DAY must be one of move, reject, not "wait"\.$/m.test(error.message),
    );
  });

  test("a file that cannot be read is named", () => {
    const missing = join(folder, "missing.json");
    assert.throws(
      () => loadConfiguration(bankSettings, { environment: {}, file: missing }),
      /missing\.json cannot be read \(ENOENT\)/,
    );
  });

  test("warns about a variable that looks like a misspelt setting", () => {
    const { warnings } = load("{}", { VARDE_PATHPREFIX: "/api", VARDE_SERVICE_HOST: "10.0.0.1" });
    assert.deepEqual(warnings, [
      "VARDE_PATHPREFIX is not a setting; did you mean VARDE_PATH_PREFIX?",
    ]);
  });

  test("the JSON Schema accepts what the loader accepts and refuses unknown keys", () => {
    const { $schema: _draft, ...schema } = buildConfigurationSchema(bankSettings) as {
      $schema: string;
    };
    const validate = new Ajv({ strict: false }).compile(schema);
    const values = Object.entries(others).map(([name, [, value]]) => [name, value]);
    assert(validate(Object.fromEntries(values)));
    assert(!validate({ pathPrefx: "/api" }));
    assert(!validate({ pathPrefix: "api" }));
  });
});
