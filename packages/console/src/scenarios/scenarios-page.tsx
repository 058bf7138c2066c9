import type { ControlResponse } from "@varde/protocol";
import { describeScenario } from "@varde/protocol/describe-scenario";
import { attempt, control } from "../live/control.ts";
import { changes, refreshSoon, worldId } from "../live/world.ts";
import { Failure } from "../shown/failure.tsx";
import { NoWorld } from "../shown/no-world.tsx";
import { useReading } from "../shown/use-reading.ts";
import { useTicks } from "../shown/use-ticks.ts";
import { ArmScenario } from "./arm-scenario.tsx";
import { Snapshots } from "./snapshots.tsx";

const refreshMs = 2_000;

type Stored = ControlResponse<"listScenarios">["scenarios"][number];

/** The scenarios that are armed and what they matched, and the snapshots of the world. */
export const ScenariosPage = () => {
  const world = worldId.value;
  return (
    <div class="page">
      <h1>Scenarios and snapshots</h1>
      {world === undefined ? (
        <NoWorld />
      ) : (
        <>
          <Scenarios world={world} />
          <Snapshots world={world} />
        </>
      )}
    </div>
  );
};

const Scenarios = ({ world }: { world: string }) => {
  // A match is not logged as an event, so the list is also read at an interval.
  const tick = useTicks(refreshMs);
  const { value, error } = useReading(
    () => control.get("/scenarios", { world }),
    [world, changes.value, tick],
  );
  const remove = async (work: () => Promise<unknown>, done: string) => {
    await attempt(work, done);
    refreshSoon();
  };
  return (
    <section class="card" aria-labelledby="scenarios-title">
      <h2 id="scenarios-title">Scenarios</h2>
      <p class="quiet">
        A scenario makes matching requests, approvals or payments fail, so that you can test how
        your TPP handles it. A request in the list of requests can arm one too.
      </p>
      <Failure error={error} />
      {value?.scenarios.length === 0 && <p class="quiet">None is armed.</p>}
      {value !== undefined && value.scenarios.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Effect</th>
              <th scope="col">Matches</th>
              <th scope="col" class="end">
                Matched
              </th>
              <th scope="col">
                <span class="hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.scenarios.map((stored) => (
              <ScenarioRow
                key={stored.scenarioId}
                stored={stored}
                onRemove={() =>
                  remove(
                    () =>
                      control.delete("/scenarios/{scenarioId}", {
                        world,
                        parameters: { scenarioId: stored.scenarioId },
                      }),
                    "Removed.",
                  )
                }
              />
            ))}
          </tbody>
        </table>
      )}
      <ArmScenario world={world} />
      {value !== undefined && value.scenarios.length > 1 && (
        <button
          type="button"
          onClick={() => remove(() => control.delete("/scenarios", { world }), "Removed all.")}
        >
          Remove all
        </button>
      )}
    </section>
  );
};

const ScenarioRow = ({ stored, onRemove }: { stored: Stored; onRemove: () => void }) => {
  const { state, effect, match } = describeScenario(stored);
  return (
    <tr>
      <td>
        {stored.scenario.name !== undefined && <p>{stored.scenario.name}</p>}
        {effect}
      </td>
      <td>
        {match} <span class={`badge ${state === "armed" ? "busy" : ""}`}>{state}</span>
      </td>
      <td class="end">{stored.matched}</td>
      <td class="end">
        <button type="button" aria-label={`Remove: ${effect}`} onClick={onRemove}>
          ×
        </button>
      </td>
    </tr>
  );
};
