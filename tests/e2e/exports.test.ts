/** Exporting a list: short lists in the browser, and long lists with a job. */
import fs from "node:fs";
import { readXlsx } from "hucre";
import type { Locator } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForMirror } from "../support/api.ts";
import { inBackroom } from "../support/backroom.ts";
import { type AdminPage, openAdmin } from "../support/browser.ts";
import { registerStudent } from "../support/store-shop.ts";
import { openStudents, waitForLive } from "../support/students-page.ts";
import { SECOND } from "../support/test-shop.ts";

/** More rows than the browser exports. */
const MANY = 5_200;

beforeAll(() => waitForMirror(SECOND));
afterAll(() => inBackroom("DELETE FROM customers WHERE shop = $1 AND email LIKE '%@long.example'", [SECOND]));

/** Clicks a button that downloads a file. @returns its name and the rows of its first sheet */
async function save({ page }: AdminPage, button: Locator) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const { sheets } = await readXlsx(fs.readFileSync(await download.path()));
  return { name: download.suggestedFilename(), rows: sheets[0]?.rows ?? [], merges: sheets[0]?.merges };
}

test("the visible list is exported in the specified format", async () => {
  const ann = await registerStudent("Ann");
  const admin = await openStudents();
  const { app, rowOf, search } = admin;
  const button = app.getByRole("button", { name: "Export Excel" });
  await search(ann.email);
  await rowOf(ann.email).waitFor();
  const { name, rows, merges } = await save(admin, button);

  expect(name).toMatch(/^Student_Pending_Report_\d{8}T\d{6}Z\.xlsx$/);
  expect(rows[0]?.[0]).toBe("Student Pending Report");
  expect(merges).toMatchObject([{ startRow: 0, startCol: 0, endRow: 0, endCol: 20 }]);
  expect(rows[2]?.[0]).toMatch(/^Created on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M/);
  expect(rows[8]?.slice(0, 4)).toEqual(["Name", "Email", "Start Date", "End Date"]);
  expect(rows[8]).toHaveLength(21);
  expect(rows).toHaveLength(10);
  expect(rows[9]?.slice(0, 2)).toEqual([ann.name, ann.email]);

  await search("unknown@x.example");
  await app.getByText("No Records Found").waitFor();
  expect(await button.count()).toBe(0);
});

test("a job exports a long list, and the file is downloaded from the Jobs page", async () => {
  await inBackroom(
    `INSERT INTO customers (shop, id, display_name, email, tags, created_at, updated_at, staff_status)
     SELECT $1, 900000000 + n, '=Staff ' || n, n || '@long.example', ARRAY['UserType:Staff', 'Approved'], now(), now(),
            'approved' FROM generate_series(1, $2) AS n ON CONFLICT DO NOTHING`,
    [SECOND, MANY],
  );
  const admin = await openAdmin({ path: "/staff?tab=approved&q=%40long.example", shop: "backroom-second" });
  const { app } = admin;
  await waitForLive(app);
  await app.getByRole("button", { name: "Export Excel" }).click();
  await app.getByText("its file is being written in the background").waitFor();
  await app.getByText("The spreadsheet is ready to be downloaded.").waitFor();
  expect(await app.getByText("its file is being written in the background").count()).toBe(0);
  await app.getByRole("link", { name: "Open in Jobs" }).click();
  await app.getByRole("heading", { name: "Export: Staff Approved Report" }).waitFor();

  const { name, rows } = await save(
    admin,
    app.getByRole("button", { name: /^Download .*Staff_Approved_Report/ }),
  );
  expect(name).toMatch(/^Staff_Approved_Report_\d{8}T\d{6}Z\.xlsx$/);
  expect(rows[8]).toEqual(["Name", "Email", "Tags", "Created Date", "Country", "School"]);
  expect(rows).toHaveLength(9 + MANY);
  expect(rows[9]?.[0]).toMatch(/^=Staff \d+$/);
});
