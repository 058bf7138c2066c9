import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { osloDay } from "@varde/bank";
import { freshDatabase } from "@varde/testkit/postgres";
import { CommandLine } from "./a-command-line.ts";

const quarterOf = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

describe("varde kpi", () => {
  test("reports the requests of a bank that has stopped", async (t) => {
    const varde = new CommandLine(undefined, { VARDE_DATA: "data" });
    t.after(() => varde.close());
    const bank = varde.start(["start"], "", { PORT: "0", HTTPS_PORT: "0" });
    const [, url = ""] = await bank.written(/(http:\/\/127\.0\.0\.1:\d+)/);
    const day = osloDay(Date.now());
    for (const path of ["/v1/accounts", "/v1/accounts", "/v1/nothing", "/health/ready"]) {
      await (await fetch(url + path)).text();
    }
    bank.stop();
    await bank.ended;
    const made = await varde.json("kpi", "report", "--quarter", quarterOf(day));
    const days = made.interfaces[0].days as { day: string; requests?: number; errors?: number }[];
    const figures = days.filter(({ requests = 0 }) => requests > 0);
    assert.deepEqual(
      figures.map(({ requests, errors }) => [requests, errors]),
      [[2, 0]],
    );
    const { stdout } = await varde.run("kpi", "report", "--quarter", quarterOf(day));
    assert.match(stdout, /AIS DOWN S {2}PIS DOWN S {2}FUNDS DOWN S {2}/);
  });

  test("writes a page and a CSV file, with planned downtime and own channels", async (t) => {
    await using database = await freshDatabase();
    const varde = new CommandLine(undefined, { DATABASE_URL: database.url });
    t.after(() => varde.close());
    const early = await varde.run("kpi", "report", "--quarter", "2026-Q4");
    assert.equal(early.code, 1);
    assert.match(early.stderr, /lacks tables of this version.*varde migrate/);
    await varde.json("migrate", "--production");
    writeFileSync(
      join(varde.folder, "own.csv"),
      "day,channel,downtime_seconds\n2026-10-01,Nettbank,864\n",
    );
    assert.deepEqual(await varde.json("kpi", "import", "own.csv"), {
      rows: 1,
      channels: ["Nettbank"],
    });
    const words = ["--from", "2026-10-25T01:00", "--to", "2026-10-25T04:00", "--reason", "move"];
    const [planned] = await varde.json("kpi", "downtime", "add", ...words);
    assert.equal(planned.endsAt - planned.startsAt, 4 * 3_600_000);
    const listed = await varde.run("kpi", "downtime");
    assert.match(listed.stdout, /2026-10-25 01:00:00 {2}2026-10-25 04:00:00 {2}move\n$/);
    const files = ["--html", "kpi.html", "--csv", "kpi.csv"];
    const made = await varde.run("kpi", "report", "--quarter", "2026-Q4", ...files);
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stderr, /no figures of 2026-Q4/);
    const csv = readFileSync(join(varde.folder, "kpi.csv"), "utf8");
    assert.match(csv, /\r\n2026-10-01,Nettbank,86400,864,0,99,1,,,,,,,,,\r\n$/);
    assert.match(readFileSync(join(varde.folder, "kpi.html"), "utf8"), /Nettbank/);
    assert.deepEqual(await varde.json("kpi", "downtime", "remove", planned.downtimeId), []);
  });

  test("says what is wrong with its arguments and files", async (t) => {
    const varde = new CommandLine();
    t.after(() => varde.close());
    const fails = async (code: number, pattern: RegExp, ...words: readonly string[]) => {
      const ended = await varde.run("kpi", ...words);
      assert.equal(ended.code, code);
      assert.match(ended.stderr, pattern);
    };
    writeFileSync(join(varde.folder, "bad.csv"), "day,channel\n");
    await fails(1, /has no database of a bank/, "downtime");
    await varde.json("migrate");
    await fails(2, /use report, import, downtime/, "figures");
    await fails(2, /give the quarter with --quarter/, "report");
    await fails(2, /"2026-Q5" is not a quarter/, "report", "--quarter", "2026-Q5");
    await fails(1, /Line 1 has no column downtime_seconds/, "import", "bad.csv");
    await fails(2, /cannot read none\.csv \(ENOENT\)/, "import", "none.csv");
    await fails(2, /needs --from, --to and --reason/, "downtime", "add");
    const at = (from: string, to: string) => ["--from", from, "--to", to, "--reason", "x"];
    const add = ["downtime", "add"];
    await fails(1, /"now" is not a time/, ...add, ...at("now", "2026-10-25T02:00"));
    // Two o'clock happens twice on the day the clocks are set back.
    const twice = at("2026-10-25T02:30", "2026-10-25T05:00");
    await fails(1, /which is also clear on the day the clocks change/, ...add, ...twice);
    await fails(1, /is not after/, ...add, ...at("2026-10-25T05:00", "2026-10-25T05:00"));
    await fails(1, /no planned downtime x/, "downtime", "remove", "x");
    assert.ok(!existsSync(join(varde.folder, "kpi.html")));
  });
});
