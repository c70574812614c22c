import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";

let shops: TwoShops;
let calls: Awaited<ReturnType<TwoShops["as"]>>;
beforeAll(async () => {
  shops = await openTwoShops("registration_codes");
  calls = await shops.as("1");
  await calls.partners.save({
    list: [
      { handle: "acme", name: "Acme Tools" },
      { handle: "guest-events", name: "Guest events" },
    ],
  });
});
afterAll(() => shops.close());

const WEEK = { startDate: "01/01/2020", endDate: "12/31/2099" };
const OVER = { startDate: "2020-01-01", endDate: "2020-12-31" };

test("the partners keep their order, and one with codes can't be removed", async () => {
  const { data } = await calls.registrationCodes.create({ registrationCode: "PARTNER", ...WEEK });
  expect(data.partner).toEqual({ handle: "acme", name: "Acme Tools" });
  const without = [{ handle: "guest-events", name: "Guests" }];
  const refused = await refusalOf(calls.partners.save({ list: without }));
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("Acme Tools (acme) has 1") });
  const twice = [...without, { handle: "acme", name: "Acme" }, { handle: "acme", name: "Other" }];
  expect((await refusalOf(calls.partners.save({ list: twice }))).status).toBe(400);
  expect((await refusalOf(calls.partners.save({ list: [{ handle: "No Spaces", name: "x" }] }))).status).toBe(
    400,
  );
  await calls.partners.save({ list: [{ handle: "acme", name: "Acme Tools" }, ...without] });
  expect((await calls.partners.list()).list).toEqual([
    { handle: "acme", name: "Acme Tools" },
    { handle: "guest-events", name: "Guests" },
  ]);
  expect((await refusalOf((await shops.as("2")).partners.list())).status).toBe(403);
});

test("a list of partners that was changed since it was shown isn't overwritten", async () => {
  const { list: seen } = await calls.partners.list();
  const added = [...seen, { handle: "added", name: "Added elsewhere" }];
  expect(await calls.partners.save({ list: added, seen })).toMatchObject({ changed: true });
  expect(await calls.partners.save({ list: added, seen })).toMatchObject({ changed: false });
  expect(await refusalOf(calls.partners.save({ list: seen.slice(0, 1), seen }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(
      /^You changed the partners in another window while you were editing them\./,
    ),
  });
  expect(await calls.partners.save({ list: seen, seen: added })).toMatchObject({ changed: true });
});

test("a code is created once per operation id, with both forms of dates, and answered with ISO dates", async () => {
  const request = {
    registrationCode: " SPRING ",
    startDate: "03/01/2020",
    endDate: "2099-05-31",
    partner: { handle: "guest-events" },
    spendLimit: "1500",
    maxRegistrationCount: 10,
    tags: "VIP, vip, Spring",
    emailDomains: ["b.example", "@A.example", "b.example"],
    operationId: "spring-once",
  };
  const [first, again] = [
    await calls.registrationCodes.create(request),
    await calls.registrationCodes.create(request),
  ];
  expect(again.data.id).toBe(first.data.id);
  expect(first.data).toMatchObject({
    registrationCode: "SPRING",
    startDate: "2020-03-01",
    endDate: "2099-05-31",
    partnerName: "Guests",
    spendLimit: 1500,
    maxRegistrationCount: 10,
    currentRegistrationCount: 0,
    tags: "VIP, Spring",
    emailDomains: ["a.example", "b.example"],
    status: "Active",
  });
  // The answer was lost, and a field was corrected before the form was sent again.
  const corrected = calls.registrationCodes.create({ ...request, spendLimit: "2000" });
  expect(await refusalOf(corrected)).toMatchObject({
    status: 409,
    message: "This operation id was used for another code. Reload the page and try again.",
  });
});

test.each([
  [{ registrationCode: "" }, "Enter a Registration Code of at most 40 characters."],
  [{ registrationCode: "x".repeat(41) }, "Enter a Registration Code of at most 40 characters."],
  [{ registrationCode: "partner" }, "There is already a code partner."],
  [{ startDate: "02/30/2020" }, "Enter the Start Date as MM/DD/YYYY."],
  [{ startDate: "12/31/2099" }, "The Start Date must be before the End Date."],
  [{ spendLimit: 1.5 }, "Enter the Spend Limit as a whole number"],
  [{ maxRegistrationCount: "many" }, "Enter the Max Count as a whole number"],
  [{ tags: "x".repeat(8_001) }, "Enter at most 8,000 characters of tags."],
  [{ tags: "Approved" }, "The tag Approved grants something of its own."],
  [{ partner: { handle: "unknown" } }, "Choose a partner."],
  [{ emailDomains: ["no domain"] }, "isn't a domain"],
])("a code with %o is refused", async (fields, message) => {
  const request = { registrationCode: "REFUSED", ...WEEK, ...fields };
  const refused = await refusalOf(calls.registrationCodes.create(request));
  expect(refused.status).toBe(400);
  expect(refused.message).toContain(message);
});

test("the status filter lists codes until their last day, and pages find codes, partners and tags", async () => {
  await calls.registrationCodes.create({ registrationCode: "OLD", ...OVER, tags: "Autumn" });
  const codesOf = async (request: Parameters<typeof calls.registrationCodes.list>[0]) =>
    (await calls.registrationCodes.list(request)).list.map(({ registrationCode }) => registrationCode);
  expect(await codesOf({ active: "inactive" })).toEqual(["OLD"]);
  expect(await codesOf({ active: "Active" })).not.toContain("OLD");
  expect((await codesOf({}))[0]).toBe("OLD");
  for (const search of ["oLd", "autu"]) expect(await codesOf({ search })).toEqual(["OLD"]);
  expect(await codesOf({ search: "guests" })).toEqual(["SPRING"]);
  expect(await codesOf({ sort: "registrationCode asc", pageSize: 2 })).toEqual(["OLD", "PARTNER"]);
  expect((await refusalOf(calls.registrationCodes.list({ active: "some" }))).status).toBe(400);
  expect((await (await shops.as("1", SECOND)).registrationCodes.list({})).list).toEqual([]);
  expect((await calls.registrationCodes.figure()).text).toBe("2 active codes");
});

test("a change whose answer was lost can be sent again", async () => {
  const { data } = await calls.registrationCodes.create({ registrationCode: "AGAIN", ...WEEK });
  const { id, version } = data;
  const update = () => calls.registrationCodes.update({ id, version, tags: "One" });
  expect((await update()).msg).toBe("Registration code AGAIN is saved.");
  expect((await update()).msg).toBe("Registration code AGAIN has no changes.");
});

test("a code's partner can be changed to another one of the same name", async () => {
  const { list } = await calls.partners.list();
  const twins = ["twin-one", "twin-two"].map((handle) => ({ handle, name: "Twin" }));
  await calls.partners.save({ list: [...list, ...twins] });
  const partner = { handle: "twin-one" };
  const { data } = await calls.registrationCodes.create({ registrationCode: "TWIN", ...WEEK, partner });
  const changed = await calls.registrationCodes.update({ id: data.id, partner: { handle: "twin-two" } });
  expect(changed.msg).toBe("Registration code TWIN is saved.");
  expect(changed.data.partner).toEqual({ handle: "twin-two", name: "Twin" });
  expect((await shops.audit()).at(-1)).toMatchObject({
    before: { partner: "Twin (twin-one)" },
    after: { partner: "Twin (twin-two)" },
  });
  await calls.registrationCodes.update({ id: data.id, partner: { handle: "acme" } });
  await calls.partners.save({ list });
});

test("a change keeps what it omits, and refuses stale versions and expired codes of guest events", async () => {
  const { data } = await calls.registrationCodes.create({ registrationCode: "CHANGE", ...WEEK, tags: "One" });
  const changed = await calls.registrationCodes.update({
    id: data.id,
    version: data.version,
    endDate: "2020-12-31",
    partner: { handle: "guest-events" },
  });
  expect(changed.data).toMatchObject({ registrationCode: "CHANGE", tags: "One", status: "Expired" });
  const stale = calls.registrationCodes.update({ id: data.id, version: data.version, tags: "Two" });
  expect((await refusalOf(stale)).status).toBe(409);
  const expired = await refusalOf(calls.registrationCodes.update({ id: data.id, tags: "Two" }));
  expect(expired).toMatchObject({
    status: 409,
    message: expect.stringContaining("guest-events has expired"),
  });
  expect((await refusalOf(calls.registrationCodes.update({ id: 9_999, tags: "" }))).status).toBe(404);
});

test("email domains are kept once and sorted, and History names each change", async () => {
  const { data } = await calls.registrationCodes.create({ registrationCode: "DOMAINS", ...WEEK });
  const answer = await calls.registrationCodes.updateEmailDomains({
    id: data.id,
    emailDomains: ["uni.example", " B.example", "*.uni.example", "uni.example", ""],
  });
  expect(answer.data).toEqual({ emailDomains: ["*.uni.example", "b.example", "uni.example"] });
  const { id, version } = data;
  const stale = calls.registrationCodes.updateEmailDomains({ id, version, emailDomains: [] });
  expect((await refusalOf(stale)).status).toBe(409);
  const wrong = calls.registrationCodes.updateEmailDomains({ id: data.id, emailDomains: ["a@b"] });
  expect((await refusalOf(wrong)).message).toContain("“a@b” isn't a domain");
  const { list } = await calls.registrationCodes.history({});
  expect(list[0]).toMatchObject({
    action: "U",
    changes: "Registration code DOMAINS: Email domains: (empty) → *.uni.example, b.example, uni.example",
    by: "Olive Owner",
  });
  expect(list[1]).toMatchObject({
    action: "C",
    changes: "Registration code: DOMAINS; Start date: 01/01/2020; End date: 12/31/2099; Partner: Acme Tools",
  });
  for (let count = 1; count <= 25; count += 1)
    await calls.registrationCodes.update({ id, tags: `Tag ${count}` });
  const all = await calls.registrationCodes.history({});
  expect(all.list).toHaveLength(all.total);
  expect(all).toMatchObject({ total: expect.any(Number), hasNext: false });
  expect(all.total).toBeGreaterThan(25);
});

test("a deactivated code can't be used until it is reactivated, and its history says so", async () => {
  const { data: code } = await calls.registrationCodes.create({ registrationCode: "PAUSED", ...WEEK });
  const deactivated = await calls.registrationCodes.deactivate({ id: code.id });
  expect(deactivated.data).toMatchObject({ status: "Deactivated", version: code.version + 1 });
  // A repetition changes nothing.
  expect((await calls.registrationCodes.deactivate({ id: code.id })).data.version).toBe(code.version + 1);
  const found = async (active: string) =>
    (await calls.registrationCodes.list({ active, search: "PAUSED" })).list.length;
  expect([await found("Active"), await found("Inactive")]).toEqual([0, 1]);
  const { whyClosed } = await import("~/domain/codes/register/code-registration.server");
  const { lockCode } = await import("~/domain/codes/registration-code.server");
  const { withShop } = await import("~/platform/db/with-shop.server");
  const stored = () => withShop(DEMO, (tx) => lockCode(tx, DEMO, code.id));
  expect(whyClosed(await stored(), "2026-01-01")).toEqual({ is: "expired" });
  expect((await calls.registrationCodes.reactivate({ id: code.id })).data.status).toBe("Active");
  expect(whyClosed(await stored(), "2026-01-01")).toBeUndefined();
  const { list } = await calls.registrationCodes.history({ pageSize: 3 });
  expect(list.map(({ action, changes }) => [action, changes])).toEqual([
    ["U", "Registration code PAUSED: Reactivated"],
    ["U", "Registration code PAUSED: Deactivated"],
    ["C", expect.stringContaining("PAUSED")],
  ]);
});

test("several codes are created together from a pattern, only once per operation id", async () => {
  const request = {
    pattern: "FAIR-#####",
    count: 25,
    ...WEEK,
    maxRegistrationCount: 1,
    operationId: "fair-once",
  };
  const { data, msg } = await calls.registrationCodes.generate(request);
  expect(msg).toBe("25 registration codes are created.");
  expect(new Set(data.codes).size).toBe(25);
  for (const code of data.codes) expect(code).toMatch(/^FAIR-[2-9A-HJ-NP-Z]{5}$/);
  expect((await calls.registrationCodes.generate(request)).data.codes).toEqual(data.codes);
  for (const other of [{ count: 24 }, { count: 26 }, { pattern: "FAIR-####-#" }, { maxRegistrationCount: 2 }])
    expect(await refusalOf(calls.registrationCodes.generate({ ...request, ...other }))).toMatchObject({
      status: 409,
      message: expect.stringContaining("This operation id was used for another set of codes."),
    });
  const listed = await calls.registrationCodes.list({ search: "FAIR-", pageSize: 50 });
  expect(listed).toMatchObject({ total: 25 });
  expect(listed.list.every(({ maxRegistrationCount }) => maxRegistrationCount === 1)).toBe(true);
  const guessable = calls.registrationCodes.generate({
    ...request,
    pattern: "FAIR-##",
    operationId: "fair-few",
  });
  expect(await refusalOf(guessable)).toMatchObject({
    status: 400,
    message: "For 25 codes that can't be guessed, the pattern needs at least 3 #.",
  });
  const { database } = await import("~/platform/db/pool.server");
  const characters = [..."23456789ABCDEFGHJKLMNPQRSTUVWXYZ"];
  // JavaScript lowers the last Σ of a word to ς, PostgreSQL every one to σ.
  const every = characters.flatMap((first) => characters.map((second) => `ΤΕΛΟΣ-${first}${second}`));
  await database().query(
    `INSERT INTO registration_codes (shop, id, code, start_day, end_day, partner_handle, tags, email_domains, created_at, operation_id)
     SELECT shop, 10000 + number, text, start_day, end_day, partner_handle, tags, email_domains, created_at, gen_random_uuid()
       FROM registration_codes, unnest($2::text[]) WITH ORDINALITY AS every (text, number)
      WHERE shop = $1 AND code = $3`,
    [DEMO, every, data.codes[0]],
  );
  const usedUp = calls.registrationCodes.generate({
    ...request,
    pattern: "ΤΕΛΟΣ-##",
    count: 1,
    operationId: "full-pattern",
  });
  expect(await refusalOf(usedUp)).toMatchObject({
    status: 400,
    message: expect.stringContaining("Nearly all"),
  });
});
