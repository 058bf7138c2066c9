import type { Note } from "../directory/note.ts";
import { companies } from "./companies.ts";
import { people, representatives } from "./people.ts";

/** Notes about the people, by person id, for the page that lists test customers. */
export const personNotes: ReadonlyMap<string, Note> = new Map([
  ...Object.values(people).map(({ personId, note }): [string, Note] => [personId, note]),
  ...Object.values(representatives).map(({ personId }): [string, Note] => {
    const represented = Object.values(companies)
      .filter(({ representative }) => representative.personId === personId)
      .map(({ name }) => name);
    const nb = `representerer ${represented.join(" og ")}`;
    return [personId, { nb, en: `represents ${represented.join(" and ")}` }];
  }),
]);
