import { afterAll, beforeAll, expect, test } from "vitest";
import { app } from "../../support/app.ts";
import { openTwoShops, refusalOf, SECOND, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("settings");
});
afterAll(() => shops.close());

const OFF = Object.fromEntries([...app.declarations.switches.keys()].map((key) => [key, false]));

test("a switch is off by default, and each changed switch has its own audit entry", async () => {
  const owner = await shops.as("1");
  expect(await owner.settings.read()).toEqual({ switches: OFF });
  const answer = await owner.settings.change({ switches: { mtdUsers: true, employeeStoreColumns: false } });
  expect(answer).toEqual({ switches: { ...OFF, mtdUsers: true }, changed: { mtdUsers: true } });
  expect(await owner.settings.read()).toEqual({ switches: { ...OFF, mtdUsers: true } });
  await owner.settings.change({ switches: { mtdUsers: true } });
  expect(await shops.audit()).toEqual([
    {
      action: "setting.changed",
      actor_id: "1",
      before: { key: "mtdUsers", value: false },
      after: { key: "mtdUsers", value: true },
      flag: null,
    },
  ]);
});

test("only the owner changes switches, for this shop only, and unknown switches are refused", async () => {
  for (const id of ["2", "3"]) {
    const calls = await shops.as(id);
    expect((await refusalOf(calls.settings.read())).status).toBe(403);
    expect((await refusalOf(calls.settings.change({ switches: { mtdUsers: false } }))).status).toBe(403);
  }
  expect(await (await shops.as("1", SECOND)).settings.read()).toEqual({ switches: OFF });
  const owner = await shops.as("1");
  const unknown = await refusalOf(owner.settings.change({ switches: { everything: true } as never }));
  expect(unknown.status).toBe(400);
  expect((await refusalOf(owner.settings.change({ switches: { mtdUsers: "yes" as never } }))).status).toBe(
    400,
  );
});
