/** The shared list behavior on the Students screen. */
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { registerStudent } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

const PAGE_SIZE = 25;

test("shows tabs with counts and columns, and is searched by a part of the address, by a date, and by 60 characters at most", async () => {
  const { app, page, column, rowOf, search, tab } = await openStudents();
  for (const name of ["Pending", "Approved", "Rejected"] as const)
    expect(await tab(name).innerText()).toMatch(/\d/);
  expect(await tab("Pending").getAttribute("aria-selected")).toBe("true");
  const headings = (await app.getByRole("columnheader").allInnerTexts()).map((text) =>
    text.replace(/[↑↓]/g, "").replace(/\s+/g, " ").trim(),
  );
  expect(headings.filter(Boolean)).toEqual([
    "Name / Email",
    "Tags",
    "Create Date",
    "Country",
    "School",
    "Amount Spent",
    "Discount Limit",
    "Action",
  ]);
  await app.getByPlaceholder("Please enter email address / create date (12/26/2021)").waitFor();
  await app.getByText("* Please allow few mins to reflect the changes.").waitFor();
  await app.getByText(/^Last change from the store: /).waitFor();
  expect(await column("Email")).toHaveLength(PAGE_SIZE);
  for (const date of await column("Create Date")) expect(date).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);

  // By a part of the email address, with the button and with Enter.
  const jon = await registerStudent("Jon");
  const part = jon.email.slice(0, jon.email.indexOf("@"));
  await rowOf(jon.email).waitFor();
  await search(part);
  await expect.poll(() => column("Email")).toEqual([jon.email]);
  await app.getByText("1 record", { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe(part);

  await app.getByRole("textbox", { name: "Search" }).focus();
  await app.getByRole("button", { name: "Clear" }).click();
  await expect.poll(async () => (await column("Email")).length).toBe(PAGE_SIZE);
  await app.getByRole("textbox", { name: "Search" }).fill(jon.email.toUpperCase());
  await app.getByRole("textbox", { name: "Search" }).press("Enter");
  await expect.poll(() => column("Email")).toEqual([jon.email]);

  // MM/DD/YYYY searches the date, which is sent as DD-MM-YYYY.
  await app.getByRole("textbox", { name: "Search" }).focus();
  await app.getByRole("button", { name: "Clear" }).click();
  await expect.poll(async () => (await column("Email")).length).toBe(PAGE_SIZE);
  const day = (await column("Create Date")).at(-1) ?? "";
  const [month, date, year] = day.split("/");
  await search(day);
  await expect.poll(async () => new Set(await column("Create Date"))).toEqual(new Set([day]));

  const body = { searchType: "Date", searchValue: `${date}-${month}-${year}` };
  const answer = await callApi("1", "POST", "/students/pending", body);
  expect(answer.body.rows.map((row: { email: string }) => row.email)).toEqual(await column("Email"));
  const wrong = await callApi("1", "POST", "/students/pending", { ...body, searchValue: day });
  expect(wrong).toMatchObject({ status: 400, body: { msg: expect.stringContaining("DD-MM-YYYY") } });

  const field = app.getByRole("textbox", { name: "Search" });
  await field.clear();
  await field.pressSequentially("a".repeat(65));
  expect(await field.inputValue()).toBe("a".repeat(60));
  const tooLong = await callApi("1", "POST", "/students/pending", { searchValue: "a".repeat(61) });
  expect(tooLong).toMatchObject({ status: 400, body: { msg: expect.stringContaining("60 characters") } });

  // An invalid date is a text search.
  await search("02/30/2026");
  await app.getByText("No Records Found").waitFor();
  await app.getByText("No results in this tab.").waitFor();
  expect(await app.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
  expect(await app.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
});

test("a heading sorts, and reverses the order when clicked again; Next clears the selection, and Previous returns; a loading state is shown; and the tab is remembered", async () => {
  const { app, page, tab, column } = await openStudents({ query: "?tab=approved" });
  const heading = app.getByRole("columnheader", { name: "Email" });
  await heading.getByRole("link", { name: "Email" }).click();
  await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
  const ascending = await column("Email");
  expect(ascending).toEqual([...ascending].sort());

  await heading.getByRole("link", { name: "Email" }).click();
  await expect.poll(() => heading.getAttribute("aria-sort")).toBe("descending");
  const descending = await column("Email");
  expect(descending).toEqual([...descending].sort().reverse());
  expect(descending[0]).not.toBe(ascending[0]);

  await app.getByRole("checkbox", { name: "Select all students on this page" }).check();
  await app.getByText(`${PAGE_SIZE} selected`).waitFor();
  const first = (await column("Email"))[0];
  await app.getByRole("button", { name: "Next" }).click();
  await expect.poll(async () => (await column("Email"))[0]).not.toBe(first);
  await app.getByText("selected").waitFor({ state: "detached" });
  expect(await app.getByRole("checkbox", { checked: true }).count()).toBe(0);
  // Every row once, forwards and backwards: tests/integration/students/list.test.ts.
  const second = await column("Email");
  expect(second.filter((email) => descending.includes(email))).toEqual([]);
  await app.getByRole("button", { name: "Previous" }).click();
  await expect.poll(() => column("Email")).toEqual(descending);
  expect(await app.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);

  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/students\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await tab("Pending").click();
  await app.getByText("Please wait while loading").waitFor();
  letThrough();
  await app.getByText("Please wait while loading").waitFor({ state: "detached" });
  expect(await column("Email")).toHaveLength(PAGE_SIZE);
  await page.unrouteAll();

  await tab("Rejected").click();
  await expect.poll(() => tab("Rejected").getAttribute("aria-selected")).toBe("true");
  // The cookie of the frame. That the address has precedence: tests/unit/ui/tab-cookies.test.ts.
  const screen = new URL(page.url());
  await page.goto(screen.origin + screen.pathname);
  await expect.poll(() => tab("Rejected").getAttribute("aria-selected")).toBe("true");
});
