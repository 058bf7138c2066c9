import { atScale } from "@varde/testkit/rounds";

// Repeats the tests with five thousand requests. The slice would only repeat `npm test`.
const repeated = atScale({ slice: [], long: ["half-sent-requests"] });
for (const name of repeated) await import(`./${name}.test.ts`);
