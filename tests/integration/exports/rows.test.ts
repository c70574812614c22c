import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO, openTwoShops, refusalOf, SECOND, type TwoShops } from "../console/two-shops.ts";
import { mirror } from "./support.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("exports");
  await mirror(shops, [
    {
      id: 1,
      name: "Ann =1+1 Lee",
      email: "ann.lee@students.example",
      tags: ["UserType:Student", "Pending", "discount_limit:500", "amount_spent:12.5", "crm_id:C-7"],
      // Already the 16th in UTC, still the 15th in the shop (New York).
      createdAt: "2026-06-16T03:30:00Z",
      country: "US",
      student: "pending",
      metafields: {
        "stp.start_date": "2026-01-02",
        "stp.end_date": "12/31/2026",
        "stp.school": "École",
        "stp.course": "Carpentry",
        "stp.state": "NY",
        "profile.as400_id": "000123",
        "profile.phone": "+1 555 0100",
        "profile.dob": "2001-02-03",
        "profile.country": "Canada",
        "profile.link_distributor": "D1",
        "profile.distributor_name": "Dist & Sons",
        "profile.privacy_policy_consent": "1",
        "profile.email_policy_consent": "0",
      },
    },
    {
      id: 2,
      name: "Bea",
      email: "bea@students.example",
      tags: ["UserType:Student"],
      createdAt: "2026-06-15T12:00:00Z",
      student: "pending",
      amountSpentCents: 4_205,
      metafields: { "stp.start_date": "undefined", "profile.dob": "spring" },
    },
    { id: 3, name: "Cy", email: "cy@students.example", student: "approved" },
    {
      id: 4,
      name: "Dan",
      email: "dan@staff.example",
      tags: ["UserType:Staff", "Disabled"],
      staff: "disabled",
      metafields: { "stp.school": "HQ", "profile.country": "US" },
    },
  ]);
  await mirror(
    shops,
    [{ id: 1, name: "Second", email: "second@students.example", student: "pending" }],
    SECOND,
  );
});
afterAll(() => shops.close());

type Body = { searchValue: string; searchType: "Email" | "Date" };
const pending = { params: { status: "pending" as const }, query: {} };
const names = async (body?: Partial<Body>, sort?: string) => {
  const sam = await shops.as("2");
  const { data } = await sam.exports.student.rows({
    ...pending,
    query: { sort },
    body: body as Body,
  });
  return data.map((row) => row.Name);
};

test("students: the specified columns in order, dates in the shop's time zone, missing values empty", async () => {
  const sam = await shops.as("2");
  const { data, fileName, frame } = await sam.exports.student.rows(pending);
  expect(Object.keys(data[0] ?? {})).toEqual([
    "Name",
    "Email",
    "Start Date",
    "End Date",
    "Amount Spent",
    "Discount Limit",
    "School",
    "Course",
    "State",
    "Profile",
    "CRM ID",
    "AS400 ID",
    "Phone",
    "DOB",
    "Country",
    "Tags",
    "Linked Distributor",
    "Distributor Name",
    "Privacy Policy Consent",
    "Email Policy Consent",
    "Created Date",
  ]);
  expect(data[0]).toEqual({
    Name: "Ann =1+1 Lee",
    Email: "ann.lee@students.example",
    "Start Date": "01/02/2026",
    "End Date": "12/31/2026",
    "Amount Spent": 12.5,
    "Discount Limit": 500,
    School: "École",
    Course: "Carpentry",
    State: "NY",
    Profile: "Student",
    "CRM ID": "C-7",
    "AS400 ID": "000123",
    Phone: "+1 555 0100",
    DOB: "02/03/2001",
    Country: "Canada",
    Tags: "UserType:Student, Pending, discount_limit:500, amount_spent:12.5, crm_id:C-7",
    "Linked Distributor": "D1",
    "Distributor Name": "Dist & Sons",
    "Privacy Policy Consent": "Yes",
    "Email Policy Consent": "No",
    "Created Date": "06/15/2026",
  });
  expect(data[1]).toMatchObject({
    "Start Date": "",
    "Amount Spent": 42.05,
    "Discount Limit": "",
    DOB: "spring",
    "CRM ID": "",
  });
  expect(fileName).toMatch(/^Student_Pending_Report_\d{8}T\d{6}Z\.xlsx$/);
  expect(frame.report.title).toBe("Student Pending Report");
  expect(frame.report.lines).toEqual([
    expect.stringMatching(/^Created on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M \(America\/New_York\)$/),
  ]);
});

test("staff: their columns and file name, Disabled is Rejected", async () => {
  const owner = await shops.as("1");
  const { data, fileName } = await owner.exports.staff.rows({ params: { status: "disabled" } });
  expect(data).toEqual([
    {
      Name: "Dan",
      Email: "dan@staff.example",
      Tags: "UserType:Staff, Disabled",
      "Created Date": "06/15/2026",
      Country: "US",
      School: "HQ",
    },
  ]);
  expect(fileName).toMatch(/^Staff_Rejected_Report_\d{8}T\d{6}Z\.xlsx$/);
});

test("national partners: their columns, their file name, and one partner's people only", async () => {
  await mirror(shops, [
    { id: 11, name: "Nat", tags: ["np:Acme"], metafields: { "profile.email_policy_consent": "1" } },
    { id: 12, name: "Nia", tags: ["np:Bolt"] },
  ]);
  const owner = await shops.as("1");
  await shops.query(
    "UPDATE customers SET national_partner = split_part(tags[1], ':', 2) WHERE id IN (11, 12)",
  );
  const { data, fileName } = await owner.exports.national.rows({ query: { partner: "Acme" } });
  expect(data).toEqual([
    {
      Name: "Nat",
      Email: "",
      Tags: "np:Acme",
      "Created Date": "06/15/2026",
      "National Partner": "Acme",
      "Email Policy Consent": "Yes",
      "Privacy Policy Consent": "No",
    },
  ]);
  expect(fileName).toBe("National_Partners_Report.xlsx");
  expect((await owner.exports.national.rows({})).data).toHaveLength(2);
});

test("search and order match the list", async () => {
  expect(await names()).toEqual(["Ann =1+1 Lee", "Bea"]);
  expect(await names({}, "email desc")).toEqual(["Bea", "Ann =1+1 Lee"]);
  expect(await names({ searchValue: "ANN.LEE@", searchType: "Email" })).toEqual(["Ann =1+1 Lee"]);
  expect(await names({ searchValue: "15-06-2026", searchType: "Date" })).toEqual(["Ann =1+1 Lee", "Bea"]);
  expect(await names({ searchValue: "16-06-2026", searchType: "Date" })).toEqual([]);
});

test("the file names a date that was searched for as it shows dates", async () => {
  const sam = await shops.as("2");
  const body = { searchValue: "05-03-2026", searchType: "Date" } as const;
  const { frame } = await sam.exports.student.rows({ ...pending, body });
  expect(frame.report.lines[1]).toBe("Search: 03/05/2026");
});

test("an invalid search, day, order or status is refused with a message", async () => {
  expect(await refusalOf(names({ searchValue: "x".repeat(61) }))).toMatchObject({
    status: 400,
    message: "searchValue: must be at most 60 characters",
  });
  expect(await refusalOf(names({ searchValue: "31-02-2026", searchType: "Date" }))).toMatchObject({
    status: 400,
  });
  expect(await refusalOf(names({}, "phone asc"))).toMatchObject({ status: 400 });
  const sam = await shops.as("2");
  expect(
    await refusalOf(sam.exports.student.rows({ params: { status: "rejected" as "disabled" } })),
  ).toMatchObject({ status: 400, message: "status: must be pending, waiting, approved or disabled" });
});

test("an export needs the flag of its list and contains this shop's people only", async () => {
  const [sam, nora] = [await shops.as("2"), await shops.as("3")];
  expect(await refusalOf(nora.exports.student.rows(pending))).toMatchObject({ status: 403 });
  expect(await refusalOf(nora.exports.student.start(pending))).toMatchObject({ status: 403 });
  expect(await refusalOf(sam.exports.staff.rows(pending))).toMatchObject({ status: 403 });
  expect(await refusalOf(sam.exports.national.rows({}))).toMatchObject({ status: 403 });
  const { data } = await (await shops.as("2", SECOND)).exports.student.rows(pending);
  expect(data.map((row) => row.Name)).toEqual(["Second"]);
});

test("an export is recorded with its administrator, without the search text", async () => {
  await names({ searchValue: "ann.lee", searchType: "Email" });
  const entry = (await shops.audit(DEMO)).at(-1);
  expect(entry).toMatchObject({
    action: "report.exported",
    actor_id: "2",
    after: { report: "Student Pending Report", rows: 1, which: "what a search found" },
    flag: "showStudents",
  });
  expect(JSON.stringify(entry)).not.toContain("ann.lee");
});

test("the record of an export of one national partner says that it is a part of the list", async () => {
  const owner = await shops.as("1");
  const recorded = async () => (await shops.audit(DEMO)).at(-1)?.after;
  await owner.exports.national.rows({ query: { partner: "Acme" } });
  expect(await recorded()).toMatchObject({ which: "a part of the list" });
  await owner.exports.national.rows({});
  expect(await recorded()).toMatchObject({ which: "the whole list" });
  await owner.exports.coupons.rows({});
  expect(await recorded()).toMatchObject({ which: "the whole list" });
});
