/** What lists owe the eye: who and what a row is about is readable, and nothing moves a row that is in use. */
import type { FrameLocator, Locator } from "playwright";
import { expect, test } from "vitest";
import { addPromotion, addSubmission } from "../integration/promo/support.ts";
import { waitForStudent } from "../support/api.ts";
import { inBackroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { addTag, registerStudent } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

const VIEWPORT = { width: 1280, height: 800 };

const topOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.y ?? Number.NaN;

const isCut = (text: Locator): Promise<boolean> =>
  text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);

/** All shifts since the page was opened, those after input included. */
const layoutShift = (app: FrameLocator): Promise<number> =>
  app.locator("html").evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: "layout-shift", buffered: true });
        // Entries that were buffered are delivered before the second frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }),
        );
      }),
  );

test("a long address is shortened at 1280 and shown whole, a banner moves no row in use, and an undo makes none jump", async () => {
  const { id: customer, email } = await registerStudent(
    "Maximiliane",
    DEMO,
    "handwerkskammer-dortmund.example",
  );
  for (const tag of ["amount_spent:326", "as400_id:100188", "newsletter"]) await addTag(customer, tag);
  await waitForStudent(email);
  const { app, page } = await openStudents({ viewport: VIEWPORT });
  // What appears above a row that is in use.
  const used = app.getByRole("table", { name: "students" }).getByRole("row").nth(3);
  await used.hover();
  const before = await topOf(used);
  const insert = (element: Element) => {
    const banner = document.createElement("div");
    banner.style.height = "120px";
    banner.dataset.inserted = "";
    element.prepend(banner);
  };
  await app.locator(".Polaris-Page").evaluate(insert);
  await expect.poll(() => app.locator("html").evaluate(() => window.scrollY)).toBe(120);
  expect(await topOf(used)).toBe(before);
  await app.locator("[data-inserted]").evaluate((banner) => banner.remove());

  // Two lines of tags, and the button for the third one.
  const row = app.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: "Show all 3 tags" }).waitFor();
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(52);

  // On hover and on focus.
  const address = row.locator("[data-end]");
  await expect.poll(() => address.getAttribute("data-cut")).toBe("");
  const end = await address.evaluate((element) => getComputedStyle(element, "::before").content);
  expect(end).toContain("mund.example");
  const whole = app.locator("[data-whole-text]");
  await address.hover();
  await expect.poll(() => whole.innerText()).toBe(email);
  await page.mouse.move(0, 0);
  await expect.poll(() => whole.count()).toBe(0);
  await app.getByRole("checkbox", { name: /^Select all/ }).focus();
  await page.keyboard.press("j");
  await expect.poll(() => whole.innerText()).toContain(email);
  await page.keyboard.press("Escape");
  await expect.poll(() => whole.count()).toBe(0);

  // A row that an undo returns while the others slide into its place.
  await app.locator("html").evaluate(() => {
    // So slow that only a jump moves a row by a pixel from one frame to the next.
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      return animate.call(this, frames, { ...(options as KeyframeAnimationOptions), duration: 600_000 });
    };
    const seen = { steps: [] as string[], tops: new Map<string, number>() };
    const look = () => {
      const rows = [...document.querySelectorAll<HTMLElement>("tr[data-row-id]")];
      const tops = new Map(rows.map((row) => [row.dataset.rowId ?? "", row.getBoundingClientRect().top]));
      for (const [id, top] of tops) {
        const by = top - (seen.tops.get(id) ?? top);
        if (Math.abs(by) >= 1) seen.steps.push(`${id} by ${by}`);
      }
      seen.tops = tops;
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seen });
  });
  const steps = () =>
    app.locator("html").evaluate(() => (window as unknown as { seen: { steps: string[] } }).seen.steps);
  const first = app.locator("tr[data-row-id]").first();
  const id = await first.getAttribute("data-row-id");
  await first.getByRole("button", { name: /^Approve / }).click();
  await app.locator("tr[data-gap]").waitFor({ state: "attached" });
  await app.locator("tr[data-gap]").waitFor({ state: "detached" });
  await app.getByRole("button", { name: "Undo" }).click();
  await app.locator(`tr[data-row-id="${id}"]`).waitFor();
  await app.locator("html").evaluate(() => new Promise(requestAnimationFrame));
  expect(await steps()).toEqual([]);
});

test("a SKU gets its room before other columns at 1280, and its product's title is below it", async () => {
  const sku = `DRILL-${Date.now()}-XL`;
  const id = Date.now();
  const title = "Cordless drill with two batteries, charger and case";
  await inBackroom(
    `INSERT INTO price_schedules (shop, sku, price_cents, compare_at_cents, effective_at, end_at, below_mapp, actor_id, actor_name)
     VALUES ($1, $2, 1234567, 2345678, '2098-01-01', '2099-01-01', true, '1', 'Olivia Owner')`,
    [DEMO, sku],
  );
  await inBackroom(
    `WITH product AS (
       INSERT INTO products (shop, id, handle, title, vendor, product_type, status, created_at, updated_at)
       VALUES ($1, $2, $3, $4, '', '', 'DRAFT', now(), now()))
     INSERT INTO variants (shop, id, product_id, position, title, sku, price_cents, updated_at)
     VALUES ($1, $2, $2, 1, 'Default Title', $3, 1234567, now())`,
    [DEMO, id, sku, title],
  );
  const { app } = await openAdmin({ path: `/bulkprice?q=${sku}`, viewport: VIEWPORT });
  const text = app.locator("td [data-narrow=title]").filter({ hasText: sku });
  await text.waitFor();
  expect(await isCut(text)).toBe(false);
  const [row, below] = [app.getByRole("row").filter({ hasText: sku }), app.getByText(title)];
  const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(await bottomOf(below)).toBeLessThan(await bottomOf(row));
  const page = app.locator("html");
  expect(await page.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

/** The names of what scrolls sideways. */
const scrollsSideways = (app: FrameLocator): Promise<string[]> =>
  app.locator("html").evaluate((page) =>
    [page, ...page.querySelectorAll("main *, .Polaris-Page *")].flatMap((element) => {
      const canScroll = element === page || /auto|scroll/.test(getComputedStyle(element).overflowX);
      return canScroll && element.scrollWidth > element.clientWidth + 1
        ? [`${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`]
        : [];
    }),
  );

test("All Submissions doesn't shift while it is loaded or scroll sideways with long values at 1280, and selecting rows moves none", async () => {
  const key = `wide${Date.now().toString(36)}`;
  const promotion = await addPromotion(inBackroom, { id: (Date.now() + 7) % 1_000_000_000 });
  const name = "Double rewards on cordless combination kits, autumn and winter";
  await inBackroom("UPDATE promotions SET name = $2 WHERE shop = $1 AND id = $3", [DEMO, name, promotion]);
  const long = {
    promotion_id: promotion,
    shipping_address1: "12345 Northwest Independence Boulevard",
    shipping_address2: "Building 12, Apartment 1234",
    amount_cents: 1_234_567,
    age_range: "65 and older",
    reviewer_id: "2",
    reviewer_email: "maximiliane.reviewer@customers.example",
    decided_at: new Date("2026-11-22T18:05:00Z"),
  };
  for (const status of ["Approved", "Denied", "Assigned"])
    await addSubmission(inBackroom, {
      ...long,
      status,
      email: `maximiliane.${status}.${key}@customers.example`,
    });
  const { app } = await openAdmin({ path: `/promo?tab=AllSubmissions&q=${key}`, viewport: VIEWPORT });
  await app.getByRole("button", { name: "Live" }).waitFor();
  await expect.poll(() => app.getByRole("row").filter({ hasText: key }).count()).toBe(3);
  expect(await layoutShift(app)).toBeLessThanOrEqual(0.02);
  expect(await scrollsSideways(app)).toEqual([]);

  for (const name of ["one", "two", "three"])
    await addSubmission(inBackroom, { promotion_id: promotion, email: `${name}.${key}@customers.example` });
  await app.getByRole("tab", { name: "Assignment Queue" }).click();
  await app.getByRole("textbox", { name: "Search" }).fill(key);
  const rows = app.getByRole("row").filter({ hasText: key });
  await rows.filter({ hasText: "one." }).waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  const before = await topOf(rows.nth(2));
  await rows.nth(0).getByRole("checkbox").check();
  await app.getByLabel("Assignee").waitFor();
  expect(await topOf(rows.nth(2))).toBe(before);
  await app.getByRole("button", { name: "Clear selection" }).click();
  expect(await topOf(rows.nth(2))).toBe(before);
});
