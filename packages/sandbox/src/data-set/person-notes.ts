import { companies } from "./companies.ts";
import { people, representatives } from "./people.ts";

/** What is special about each person, for the page where one of them is chosen. */
export const personNotes: ReadonlyMap<string, string> = new Map([
  ...Object.values(people).map(({ personId, note }) => [personId, note] as const),
  ...Object.values(representatives).map(({ personId }) => {
    const represented = Object.values(companies)
      .filter(({ representative }) => representative.personId === personId)
      .map(({ name }) => name);
    return [personId, `represents ${represented.join(" and ")}`] as const;
  }),
]);
