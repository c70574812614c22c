import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { openTwoShops, type TwoShops } from "./two-shops.ts";

let shops: TwoShops;
beforeAll(async () => {
  shops = await openTwoShops("activity_rights");
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at) VALUES
     (current_setting('app.shop'), 7, 'Ann Lee', 'ann@students.example', now(), now())`,
  );
  await shops.query(
    `INSERT INTO audit_entries (shop, actor_id, actor_name, action, subject_type, subject_id, before, after, flag)
     VALUES (current_setting('app.shop'), '2', 'Sam Students', 'registration.decided', 'customer', '7',
             '{"status": "Pending"}', '{"status": "Approved"}', 'showStudents'),
            (current_setting('app.shop'), '2', 'Sam Students', 'job.cancelled', 'job', 'x', NULL, NULL, NULL)`,
  );
});
afterAll(() => shops.close());

test("losing a flag hides the administrator's own decisions from the list and the search, and entries without a flag stay", async () => {
  const list = async (search?: string) =>
    (await (await shops.as("2")).activity.list({ search })).rows.map(({ subject }) => subject.type);
  await grantAccess("2", ["showStudents"]);
  expect(await list()).toEqual(["job", "customer"]);
  expect(await list("ann@students.example")).toEqual(["customer"]);
  await grantAccess("2", []);
  expect(await list()).toEqual(["job"]);
  expect(await list("ann@students.example")).toEqual([]);
});
