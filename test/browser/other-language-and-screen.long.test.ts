// Repeats journeys in the other language and on the other screen.
import "./consents.test.ts";
import "./failed-sca.test.ts";
