import { afterAll, beforeAll, expect, test } from "vitest";
import { PROMO_TAB_IDS } from "~/domain/submissions/access";
import { openTwoShops, refusalOf, SECOND, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("access");
});
afterAll(() => shops.close());

/** What administrator 3 was granted, as the Access page reads it. */
async function nora(shop?: string) {
  const { rows } = await (await shops.as("1", shop)).access.list();
  const found = rows.find(({ id }) => id === "3");
  if (!found) throw new Error("Administrator 3 is missing.");
  return found;
}

test("a grant takes effect with the next request and is recorded once", async () => {
  const figureFor = async () => (await shops.as("3")).students.figure();
  expect((await refusalOf(figureFor())).status).toBe(403);

  const owner = await shops.as("1");
  const { version } = await nora();
  const grant = {
    id: "3",
    version,
    flags: ["showStudents" as const],
    tabLimits: { showProductMedia: ["media"] },
  };
  const { after, changed } = await owner.access.grant(grant);
  expect(changed).toBe(true);
  expect(after).toMatchObject({
    flags: ["showStudents"],
    version: version + 1,
    tabLimits: { showProductMedia: ["media"] },
  });
  expect((await figureFor()).text).toBe("Customers are still being read");

  expect(await shops.audit()).toEqual([
    {
      action: "access.granted",
      actor_id: "1",
      before: { flags: [], tabLimits: {} },
      after: { flags: ["showStudents"], tabLimits: { showProductMedia: ["media"] } },
      flag: null,
    },
  ]);
});

test("saving unchanged access changes and records nothing", async () => {
  const owner = await shops.as("1");
  const before = await nora();
  const entries = (await shops.audit()).length;
  const { changed } = await owner.access.grant({
    id: "3",
    version: before.version,
    flags: ["showStudents"],
    tabLimits: { showProductMedia: ["media"] },
  });
  expect(changed).toBe(false);
  expect((await nora()).version).toBe(before.version);
  expect(await shops.audit()).toHaveLength(entries);
});

test("a change based on a stale version is refused with what changed", async () => {
  const owner = await shops.as("1");
  const before = await nora();
  await owner.access.grant({ id: "3", version: before.version, flags: [], tabLimits: {} });
  const refused = await refusalOf(
    owner.access.grant({ id: "3", version: before.version, flags: ["showStudents"], tabLimits: {} }),
  );
  expect(refused.status).toBe(409);
  expect(refused.message).toContain("Olive Owner changed Nora Nothing's access");
  expect(refused.message).toContain("Student: not granted");
  expect((await nora()).flags).toEqual([]);
});

test("of twenty concurrent changes of one version exactly one wins", async () => {
  const owner = await shops.as("1");
  const { version } = await nora();
  const entries = (await shops.audit()).length;
  const races = Array.from({ length: 20 }, (_, index) =>
    owner.access.grant({
      id: "3",
      version,
      flags: ["showStudents"],
      tabLimits: { showPromotion: PROMO_TAB_IDS.slice(index % PROMO_TAB_IDS.length) },
    }),
  );
  const outcomes = await Promise.allSettled(races);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await nora()).version).toBe(version + 1);
  expect(await shops.audit()).toHaveLength(entries + 1);
});

test("flags that a newer version of the console granted are kept", async () => {
  await shops.query(
    "UPDATE administrators SET flags = '{showFromTomorrow,showStudents}' WHERE id = '2' AND shop = current_setting('app.shop')",
  );
  const owner = await shops.as("1");
  const { rows } = await owner.access.list();
  const version = rows.find(({ id }) => id === "2")?.version ?? -1;
  const { after } = await owner.access.grant({ id: "2", version, flags: [], tabLimits: {} });
  expect(after.flags).toEqual(["showFromTomorrow"]);
});

test("invalid input is refused with a message, and nothing changes", async () => {
  const owner = await shops.as("1");
  const { version } = await nora();
  const grant = { id: "3", version, flags: [], tabLimits: {} };
  const refusals = {
    "an owner": await refusalOf(owner.access.grant({ ...grant, id: "1", version: 0 })),
    "an unknown person": await refusalOf(owner.access.grant({ ...grant, id: "99" })),
    "an unknown flag": await refusalOf(owner.access.grant({ ...grant, flags: ["showEverything" as never] })),
    "the owner's power as a flag": await refusalOf(
      owner.access.grant({ ...grant, flags: ["owner" as never] }),
    ),
    "a tab that the function doesn't have": await refusalOf(
      owner.access.grant({ ...grant, tabLimits: { showProductMedia: ["sync", "Customers"] } }),
    ),
    "an unknown resource": await refusalOf(
      owner.access.grant({ ...grant, tabLimits: { showAll: ["a"] } as never }),
    ),
  };
  expect(Object.values(refusals).map(({ status }) => status)).toEqual([400, 404, 400, 400, 400, 400]);
  for (const { message } of Object.values(refusals)) expect(message.length).toBeGreaterThan(10);
  expect(refusals["a tab that the function doesn't have"].message).toBe(
    "tabLimits.showProductMedia: must be one of: media, sync",
  );
  expect(refusals["an unknown resource"].message).toBe(
    "tabLimits.showAll: must be one of: showPromotion, showDashboard, showProductMedia",
  );
  expect((await nora()).version).toBe(version);
});

test("an unknown tab that is stored doesn't keep the access from being changed", async () => {
  await shops.query(
    `UPDATE administrators SET tab_limits = '{"showProductMedia": ["snyc"]}' WHERE id = '3' AND shop = current_setting('app.shop')`,
  );
  const owner = await shops.as("1");
  const { version } = await nora();
  const flags = ["showProductMedia" as const];
  const limitTo = (showProductMedia: string[]) =>
    owner.access.grant({ id: "3", version, flags, tabLimits: { showProductMedia } });
  expect((await refusalOf(limitTo(["snyc", "mdia"]))).status).toBe(400);
  expect((await limitTo(["snyc", "media"])).after).toMatchObject({
    flags,
    tabLimits: { showProductMedia: ["snyc", "media"] },
  });
});

test("only the owner reads and grants access, and never in another shop", async () => {
  for (const id of ["2", "3"]) {
    const calls = await shops.as(id);
    expect((await refusalOf(calls.access.list())).status).toBe(403);
    const own = { id, version: 0, flags: ["showStudents" as const], tabLimits: {} };
    expect((await refusalOf(calls.access.grant(own))).status).toBe(403);
  }
  const second = await shops.as("1", SECOND);
  const before = await nora();
  const { rows } = await second.access.list();
  expect(rows.map(({ email }) => email).every((email) => email.endsWith(SECOND))).toBe(true);
  await second.access.grant({ id: "3", version: 0, flags: ["showStudents"], tabLimits: {} });
  expect(await nora()).toEqual(before);
  expect((await nora(SECOND)).flags).toEqual(["showStudents"]);
});
