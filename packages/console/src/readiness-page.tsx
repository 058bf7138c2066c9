import type { ControlResponse } from "@varde/protocol";
import { useState } from "preact/hooks";
import { attempt, control } from "./live/control.ts";
import { rows } from "./live/exchanges.ts";
import { addressOf } from "./live/route.ts";
import { worldId } from "./live/world.ts";
import { download } from "./shown/download.ts";
import { Failure } from "./shown/failure.tsx";
import { formatCount } from "./shown/format-number.ts";
import { NoWorld } from "./shown/no-world.tsx";
import { useReading } from "./shown/use-reading.ts";
import { useTicks } from "./shown/use-ticks.ts";

type Readiness = ControlResponse<"readReadiness">;
type Check = Readiness["checks"][number];

const refreshMs = 5_000;

/** Reports that can be saved: a page for an auditor, and results for a build server. */
const fileNames = { html: "readiness.html", junit: "readiness.xml" } as const;

const profiles = {
  both: "Accounts and payments",
  aisp: "Accounts",
  pisp: "Payments",
  "both-company": "Accounts and payments, companies",
  "aisp-company": "Accounts, companies",
  "pisp-company": "Payments, companies",
};

/** The judgement of the TPP's client: what it does right and wrong, and what was not seen yet. */
export const ReadinessPage = () => {
  const world = worldId.value;
  return (
    <div class="page">
      <h1>Readiness</h1>
      {world === undefined ? <NoWorld /> : <Judgement world={world} />}
    </div>
  );
};

const Judgement = ({ world }: { world: string }) => {
  const [profile, setProfile] = useState("both");
  const [changed, setChanged] = useState(0);
  // A trap may also be decided by a client that stays quiet.
  const tick = useTicks(refreshMs);
  const latest = rows.value[0]?.exchangeId;
  const { value, error } = useReading(
    () => control.get("/readiness", { world, query: { profile } }),
    [world, profile, latest, changed, tick],
  );
  const act = async (work: () => Promise<unknown>, done: string) => {
    await attempt(work, done);
    setChanged(changed + 1);
  };
  const armTrap = (trap: string) =>
    act(
      () => control.post("/readiness/traps/{trap}", { world, parameters: { trap } }),
      `${trap} is armed.`,
    );
  const save = (form: keyof typeof fileNames) =>
    attempt(async () => {
      const report = await control.get("/readiness/report", { world, query: { profile } });
      download(fileNames[form], report[form]);
    }, `Saved as ${fileNames[form]}.`);
  return (
    <>
      <section class="card" aria-labelledby="verdict-title">
        <h2 id="verdict-title">{value?.verdict ?? "Reading…"}</h2>
        <p class="quiet">
          {value !== undefined && `${formatCount(value.requests, "request")} judged. `}A must that
          was never seen means not ready.
        </p>
        <Failure error={error} />
        <div class="actions">
          <label>
            Profile{" "}
            <select
              value={profile}
              onChange={({ currentTarget }) => setProfile(currentTarget.value)}
            >
              {Object.entries(profiles).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            onClick={() =>
              act(() => control.post("/readiness/start-over", { world }), "Started over.")
            }
          >
            Start over
          </button>
          <button type="button" onClick={() => save("html")}>
            Report
          </button>
          <button type="button" onClick={() => save("junit")}>
            JUnit
          </button>
        </div>
      </section>
      {value !== undefined &&
        Object.entries(areas).map(([area, title]) => (
          <Area
            key={area}
            title={title}
            checks={value.checks.filter((check) => check.area === area)}
            onArm={armTrap}
          />
        ))}
    </>
  );
};

const areas = {
  security: "Security",
  robustness: "Robustness",
  etiquette: "Etiquette",
  traps: "Traps",
} as const satisfies Record<Check["area"], string>;

const results = {
  failed: ["failed", "bad"],
  waiting: ["waiting", "warn"],
  "not-seen": ["not seen", "warn"],
  warning: ["warning", "warn"],
  passed: ["passed", "good"],
} as const satisfies Record<Check["result"], readonly [string, string]>;

const order = Object.keys(results);

interface AreaProps {
  readonly title: string;
  readonly checks: readonly Check[];
  readonly onArm: (trap: string) => void;
}

const Area = ({ title, checks, onArm }: AreaProps) => {
  const id = `${title.toLowerCase()}-title`;
  const counts = Object.entries(results).flatMap(([result, [word]]) => {
    const count = checks.filter((check) => check.result === result).length;
    const isPlural = result === "warning" && count > 1;
    return count === 0 ? [] : [`${count} ${word}${isPlural ? "s" : ""}`];
  });
  const sorted = checks.toSorted(
    (one, other) => order.indexOf(one.result) - order.indexOf(other.result),
  );
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="quiet">{counts.join(", ")}</p>
      <ul class="parts">
        {sorted.map((check) => (
          <CheckRow key={check.id} check={check} onArm={onArm} />
        ))}
      </ul>
    </section>
  );
};

const CheckRow = ({ check, onArm }: { check: Check; onArm: AreaProps["onArm"] }) => {
  const { id, says, level, rules, result, seen, todo, requests, area } = check;
  const [word, tone] = results[result];
  const canArm = area === "traps" && result !== "passed";
  return (
    <li>
      <div>
        <span class={`badge ${tone}`}>{word}</span> {says}{" "}
        <span class="quiet">{[level, ...rules].join(", ")}</span>
        {todo !== undefined && (
          <p>
            {result !== "not-seen" && `${seen.charAt(0).toUpperCase()}${seen.slice(1)}. `}
            {todo}{" "}
            {requests.map((number) => (
              <a key={number} href={addressOf("requests", String(number))}>
                request {number}{" "}
              </a>
            ))}
          </p>
        )}
      </div>
      {canArm && (
        <button type="button" aria-label={`Set this trap: ${id}`} onClick={() => onArm(id)}>
          Set this trap
        </button>
      )}
    </li>
  );
};
