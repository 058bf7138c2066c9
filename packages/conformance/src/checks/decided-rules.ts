/**
 * The rules of docs/spec/rules.md with the state "decided": the interface does not say them, so no
 * bank has to follow them. A test compares this table with that page.
 */
const decidedNumbers: Readonly<Record<string, string>> = {
  GEN: "15",
  VAL: "15 16 17 18 19 20 21",
  REM: "11",
  NDC: "26 27 28 29",
  NCB: "22 23 24",
  RSP: "14 15 16 17 18 19",
  BSK: "12 13 14 15 16",
  MAN: "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22",
  CUS: "12 13 14 15 16",
  STA: "10 11 12 13 14 15 16 17",
  HDR: "28 29 30 31 32 33 34 35 36 37",
  END: "26 27 28 29",
  SIG: "30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48",
  SCA: "25 26 27 28 29 30 31 32 33 34 35 36 37",
  RED: "10 11 12",
  EVT: "03",
  ERR: "07 08 09 10 11 12 13 14",
  LIM: "19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34",
  VER: "18 19 20",
  PRO: "01 02 03 04 05 06 07 08 09 10",
};

export const decidedRules: ReadonlySet<string> = new Set(
  Object.entries(decidedNumbers).flatMap(([section, numbers]) =>
    numbers.split(" ").map((number) => `${section}-${number}`),
  ),
);
