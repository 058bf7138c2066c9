import { atScale } from "@varde/testkit/rounds";

// Repeats journeys in the other language and on the other screen.
const repeated = atScale({ slice: ["failed-sca"], long: ["consents", "failed-sca", "signing"] });
for (const name of repeated) await import(`./${name}.test.ts`);
