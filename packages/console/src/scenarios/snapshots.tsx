import { attempt, control } from "../live/control.ts";
import { changes, refreshSoon } from "../live/world.ts";
import { DangerButton } from "../shown/danger-button.tsx";
import { download } from "../shown/download.ts";
import { Failure } from "../shown/failure.tsx";
import { formatMinute } from "../shown/format-clock.ts";
import { SmallForm } from "../shown/small-form.tsx";
import { useReading } from "../shown/use-reading.ts";
import { saveRecording } from "./save-recording.ts";

/** Saved states of the world: save, restore, and exchange them as files. */
export const Snapshots = ({ world }: { world: string }) => {
  const { value, error } = useReading(
    () => control.get("/snapshots", { world }),
    [world, changes.value],
  );
  const run = async (work: () => Promise<unknown>, done: string) => {
    const isDone = await attempt(async () => {
      await work();
      return true;
    }, done);
    refreshSoon();
    return isDone ?? false;
  };
  return (
    <section class="card" aria-labelledby="snapshots-title">
      <h2 id="snapshots-title">Snapshots</h2>
      <p class="quiet">
        A snapshot holds the whole world: customers, accounts, payments, consents and the clock. A
        recording holds what has happened in it, for a bug report: <code>varde replay</code> repeats
        it.
      </p>
      <Failure error={error} />
      {value?.snapshots.length === 0 && <p class="quiet">None is saved.</p>}
      <ul class="parts">
        {value?.snapshots.map(({ name, savedAt }) => (
          <li key={name}>
            <span>
              {name} <span class="quiet">{formatMinute(new Date(savedAt).toISOString())}</span>
            </span>
            <span class="actions">
              <button
                type="button"
                aria-label={`Restore ${name}`}
                onClick={() =>
                  run(
                    () =>
                      control.post("/snapshots/{name}/restore", { world, parameters: { name } }),
                    `Restored ${name}.`,
                  )
                }
              >
                Restore
              </button>
              <button
                type="button"
                aria-label={`Download ${name}`}
                onClick={() =>
                  attempt(async () => {
                    const parameters = { name };
                    const file = await control.get("/snapshots/{name}", { world, parameters });
                    download(`${name}.json`, JSON.stringify(file));
                  })
                }
              >
                Download
              </button>
              <DangerButton
                words="Delete"
                label={`Delete ${name}`}
                onConfirm={() =>
                  run(
                    () => control.delete("/snapshots/{name}", { world, parameters: { name } }),
                    `Deleted ${name}.`,
                  )
                }
              />
            </span>
          </li>
        ))}
      </ul>
      <SmallForm
        title="Save a snapshot"
        button="Save"
        fields={[{ name: "name", label: "Name", pattern: "[\\w.\\-]{1,64}" }]}
        onSend={({ name = "" }) =>
          run(() => control.post("/snapshots", { world, body: { name } }), `Saved ${name}.`)
        }
      />
      <div class="actions">
        <button
          type="button"
          onClick={() =>
            attempt(async () => {
              const file = await control.get("/world", { world });
              download("varde-world.json", JSON.stringify(file));
            })
          }
        >
          Export the world as a file
        </button>
        <button type="button" onClick={() => saveRecording(world)}>
          Save a recording
        </button>
        <label class="file">
          Import a world from a file
          <input
            type="file"
            accept="application/json,.json"
            onChange={async ({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file === undefined) return;
              await run(
                async () => control.put("/world", { world, body: JSON.parse(await file.text()) }),
                `Imported ${file.name}.`,
              );
              currentTarget.value = "";
            }}
          />
        </label>
      </div>
    </section>
  );
};
