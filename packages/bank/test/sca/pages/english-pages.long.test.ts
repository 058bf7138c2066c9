import { testAccessibility } from "./test-accessibility.ts";

// Schemes and screens combined the other way than for the Norwegian pages.
testAccessibility("en", [
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
]);
