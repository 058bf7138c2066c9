import assert from "node:assert/strict";
import { test } from "node:test";
import { convertEbaRegister } from "../../src/register/index.ts";

const entity = (change: object = {}, properties: readonly object[] = []) => ({
  CA_OwnerID: "SE_FINA",
  EntityCode: "SE_FINA!5560000001",
  EntityType: "PSD_PI",
  Properties: [
    { ENT_NAT_REF_COD: "5560000001" },
    { ENT_NAM: ["Sparbot AB", "Sparbot Ltd"] },
    { ENT_COU_RES: "SE" },
    { ENT_AUT: ["2020-01-01"] },
    ...properties,
  ],
  Services: [{ SE: ["PS_01A", "PS_070", "PS_080"] }, { NO: "PS_080" }],
  ...change,
});
const convert = (...entities: readonly object[]) =>
  convertEbaRegister(Buffer.from(JSON.stringify([[{ disclaimer: "…" }], entities])));

test("converts an authorised institution with its services by country", () => {
  assert.deepEqual(convert(entity()), [
    {
      identifier: "PSDSE-FINA-5560000001",
      name: "Sparbot Ltd",
      activities: [
        { role: "PSP_PI", countries: ["SE"] },
        { role: "PSP_AI", countries: ["SE", "NO"] },
      ],
    },
  ]);
});

test("leaves out agents, withdrawn institutions and those without a service for TPPs", () => {
  const withdrawn = [{ ENT_AUT: ["2020-01-01", "2022-01-01"] }];
  assert.deepEqual(
    convert(
      entity({ EntityType: "PSD_AG" }),
      entity({}, withdrawn),
      entity({ Services: [{ SE: ["PS_01A"] }] }),
    ),
    [],
  );
});

test("refuses a file of another shape", () => {
  assert.throws(() => convertEbaRegister(Buffer.from("{}")), /not a JSON list/);
});
