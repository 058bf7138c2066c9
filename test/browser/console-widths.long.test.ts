// Looks at every screen of the console in all widths; its small part takes other widths than
// `npm test`.
await import("./console-widths.test.ts");
