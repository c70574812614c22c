import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { plansOf } from "../../support/plans.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { anEvent } from "../events/support.ts";
import { invitePartner } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("indexes");
  calls = await signedInCalls(shop, "1", DEMO);
  await calls.events.create(anEvent());
  const { database } = await import("~/platform/db/pool.server");
  await database().query("UPDATE shops SET customer_accounts = 'CLASSIC'");
  for (const [audience, groupId] of [
    ["partner", ""],
    ["event", "1"],
    ["usertype", "1"],
  ])
    await database().query(
      `INSERT INTO invitations (shop, id, audience, group_id, email, first_name, last_name, invited_at, invited_by_id,
                                invited_by_name, last_invited_at, expires_at, operation_id, state)
       SELECT $1, gen_random_uuid(), $2, $3, 'p' || n || '@many.example', 'First' || n, 'Last' || n, now() - n * interval '1 second',
              '1', 'Olivia Owner', now() - interval '1 day', now() + interval '20 days', 'x' || n, 'sent'
         FROM generate_series(1, 20000) AS n`,
      [DEMO, audience, groupId],
    );
  await database().query("VACUUM ANALYZE invitations");
});
afterAll(() => shop.close());

/** What reads an audience whole, to leave out what is not wanted. */
const READS_ALL = /Seq Scan on invitations|Filter: .*lower\(/;

describe("among many invitations, a person is found by the address index", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["who is invited again", () => invitePartner("P7@many.example")],
    [
      "people that a sheet invites again",
      () =>
        calls.partnerusers.reinviteFile({
          excelData: [{ Email: "p1@many.example" }, { Email: "P2@many.example" }],
        }),
    ],
    [
      "people that a sheet invites to an event",
      () =>
        calls.events.inviteMany({ params: { eventId: 1 }, body: ["p1@many.example", "New@many.example"] }),
    ],
    [
      "who has enabled a classic account",
      async () => {
        const { acceptEnabled } = await import("~/domain/invitations/accept/enabled.server");
        await acceptEnabled(DEMO, "p9@many.example", { enabledAt: new Date(), now: new Date() });
      },
    ],
  ])("%s", async (_who, work) => {
    const plans = await plansOf("invitations", work);
    expect(plans).not.toEqual([]);
    for (const plan of plans) expect(plan).not.toMatch(READS_ALL);
  });
});

const EVERYBODY = { searchValue: "", searchType: "Email" } as const;
const BY_STATE = /Index Cond: [^\n]*state = /;

describe("among many invitations, few are found by an index", () => {
  test.each<[string, RegExp, () => Promise<unknown>]>([
    ["who registered", BY_STATE, () => calls.partnerusers.registered({ body: EVERYBODY })],
    [
      "who registered, by name",
      BY_STATE,
      () => calls.partnerusers.registered({ query: { sort: "name asc" }, body: EVERYBODY }),
    ],
    [
      "whose mail came back",
      BY_STATE,
      () => calls.partnerusers.invited({ query: { state: "bounced" }, body: EVERYBODY }),
    ],
    [
      "who is searched for by two letters",
      /Index Cond: \(search_text ~~/,
      () => calls.partnerusers.invited({ body: { searchValue: "zq", searchType: "Email" } }),
    ],
    ["who registered as a user of some type", BY_STATE, () => calls.invites.list({ registered: "1" })],
    ["the home page's figure", /Index Only Scan/, () => calls.invites.figure()],
    ["how many each event has", /Index Only Scan/, () => calls.events.page({})],
  ])("%s", async (_what, by, work) => {
    const plans = await plansOf("invitations", work);
    expect(plans).not.toEqual([]);
    for (const plan of plans) {
      expect(plan).toMatch(by);
      expect(plan).not.toMatch(READS_ALL);
    }
  });

  test("two letters match the beginning of an address or name, three match any part", async () => {
    const emails = async (searchValue: string) =>
      (await calls.partnerusers.invited({ body: { searchValue, searchType: "Email" } })).rows.map(
        ({ email }) => email,
      );
    await invitePartner("zqueen@x.example");
    await invitePartner("new@x.example", { person: { lastName: "Zquick" } });
    await invitePartner("amazq@x.example");
    expect((await emails("zq")).toSorted()).toEqual(["new@x.example", "zqueen@x.example"]);
    expect(await emails("azq")).toEqual(["amazq@x.example"]);
  });
});

describe("a deep page is found with an index-only scan from the nearer end of the list", () => {
  test("an event's invitees", async () => {
    const page = async (number: number) =>
      (await calls.events.inviteList({ eventId: 1, registered: "0", page: number })).list.map(
        ({ name }) => name,
      );
    const named = (first: number) =>
      Array.from({ length: 10 }, (_, index) => `First${first + index} Last${first + index}`);
    expect(await page(900)).toEqual(named(8_991));
    expect(await page(1_500)).toEqual(named(14_991));
    expect(await page(2_000)).toEqual(named(19_991));
    expect(await page(2_001)).toEqual([]);
    const plans = (await plansOf("invitations", () => page(1_500))).join("\n");
    expect(plans).toContain("Index Only Scan Backward using invitations_by_time");
  });

  test.each([
    ["createdAt desc", "time"],
    ["name asc", "name"],
    ["email desc", "email"],
  ])("users of some type, ordered by %s", async (sort, index) => {
    const plans = (
      await plansOf("invitations", () => calls.invites.list({ registered: "0", page: 900, sort }))
    ).join("\n");
    expect(plans).toMatch(
      new RegExp(`Index Only Scan (Backward )?using invitations_of_audience_by_${index}`),
    );
  });
});
