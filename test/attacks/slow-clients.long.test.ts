import { atScale } from "@varde/testkit/rounds";

// Repeats the tests with ten thousand silent sockets. The slice would only repeat `npm test`.
const repeated = atScale({ slice: [], long: ["slow-clients"] });
for (const name of repeated) await import(`./${name}.test.ts`);
