import { attempt, control } from "../live/control.ts";
import { download } from "../shown/download.ts";

/** Saves what happened in a world since it was opened as a file, for varde replay. */
export const saveRecording = async (world: string): Promise<void> => {
  await attempt(async () => {
    const recording = await control.get("/recording", { world });
    download("varde-recording.har", JSON.stringify(recording, undefined, 1));
  });
};
