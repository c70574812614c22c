import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Calls, signedInCalls } from "../support/calls.ts";
import { clickButton, fillIn, isDisabled, rowOf, valueIn } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
let calls: Calls;
beforeAll(async () => {
  shop = await openTestShop("pages_codes");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const open = async (address = "/registrationCodes") => {
  await openConsole(shop, address);
  await screen.findByRole("tablist");
};
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const codeNamed = async (name: string) =>
  (await calls.registrationCodes.list({ active: "All", search: name })).list.find(
    ({ registrationCode }) => registrationCode === name,
  );

test("a code needs a partner first, then is created when its fields are valid", async () => {
  await open();
  await screen.findByText(/^No registration codes found\./);
  expect(isDisabled("Add new Registation Code")).toBe(true);
  cleanup();

  const partners = [
    { handle: "acme", name: "Acme Tools" },
    { handle: "guest-events", name: "Guest events" },
  ];
  await calls.partners.save({ list: partners });
  await open();
  clickButton("Add new Registation Code");
  const adding = await dialog("Add new Registration Code");
  const longest = ["Registration Code", "Tags (optional)", "Max Count (optional)"].map(
    (name) => adding.getByRole<HTMLInputElement>("textbox", { name }).maxLength,
  );
  expect(longest).toEqual([40, 8_000, 8]);
  expect(adding.getByLabelText<HTMLSelectElement>("Partner").value).toBe("acme");
  fillIn("Registration Code", "AUTUMN", adding);
  fillIn("Start Date", "01/02/2026", adding);
  expect(isDisabled("Save", adding)).toBe(true);
  fillIn("End Date", "01/02/2026", adding);
  expect(isDisabled("Save", adding)).toBe(true);
  adding.getByText("The Start Date must be before the End Date.");
  fillIn("End Date", "01/03/2099", adding);
  fillIn(/^Spend Limit/, "12500", adding);
  fillIn("Tags (optional)", "VIP", adding);
  fillIn("Max Count (optional)", "1.5", adding);
  clickButton("Save", adding);
  await adding.findByText("Enter the Max Count as a whole number, or leave it blank for no limit.");
  expect(await codeNamed("AUTUMN")).toBeUndefined();
  fillIn("Max Count (optional)", "1000", adding);
  clickButton("Save", adding);
  await waitUntilClosed();

  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings.map((text) => text?.replaceAll(/[↑↓]/g, ""))).toEqual([
    "ID",
    "Registration Code",
    "Start Date / End Date",
    "Partner",
    "Spend Limit",
    "Tags",
    "Max Count",
    "Current Count",
    "Action",
  ]);
  const cells = rowOf("AUTUMN").getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent).slice(2, 8)).toEqual([
    "01/02/202601/03/2099",
    "Acme Tools",
    "$12,500.00",
    "VIP",
    "1,000",
    "0",
  ]);
});

test("a code is updated only when something changed, and its history names who did what", async () => {
  await open();
  await screen.findByText("AUTUMN");
  clickButton("Edit AUTUMN");
  const editing = await dialog("Update Registration Code");
  expect(isDisabled("Save", editing)).toBe(true);
  fillIn("Tags (optional)", "VIP, Fall", editing);
  expect(isDisabled("Save", editing)).toBe(false);
  fillIn("Tags (optional)", "VIP", editing);
  expect(isDisabled("Save", editing)).toBe(true);
  fillIn("Tags (optional)", "VIP, Fall", editing);
  clickButton("Save", editing);
  await waitUntilClosed();
  rowOf("AUTUMN").getByText("VIP, Fall");

  fireEvent.click(screen.getByRole("tab", { name: "History" }));
  await screen.findByText("Update (Olivia Owner)");
  rowOf("Update (Olivia Owner)").getByText(/AUTUMN.*VIP, Fall/);
  screen.getByText("Create (Olivia Owner)");
});

test("email domains are saved each once and sorted, on top of what another administrator saved since", async () => {
  await open();
  await screen.findByText("AUTUMN");
  clickButton("Email Domains of AUTUMN");
  const domains = await dialog("Email Domains List");
  const add = (domain: string) => {
    clickButton("Add domain", domains);
    fireEvent.change(domains.getAllByRole("textbox").at(-1) as HTMLElement, { target: { value: domain } });
  };
  expect([isDisabled("Save", domains), isDisabled("Delete selected", domains)]).toEqual([true, true]);
  for (const domain of ["z.example", "a.example", "z.example", "extra.example"]) add(domain);
  fireEvent.click(domains.getByRole("checkbox", { name: "Select extra.example" }));
  clickButton("Delete selected", domains);
  const { id = "", version = 0 } = { ...(await codeNamed("AUTUMN")) };
  await calls.registrationCodes.updateEmailDomains({
    id: String(id),
    version,
    emailDomains: ["theirs.example"],
  });
  clickButton("Save", domains);
  const apply = await domains.findByRole("button", { name: "Apply my changes on top" });
  domains.getByText("The list is now:");
  domains.getByText("theirs.example");
  fireEvent.click(apply);
  await waitUntilClosed();
  expect((await codeNamed("AUTUMN"))?.emailDomains).toEqual(["a.example", "z.example"]);

  clickButton("Email Domains of AUTUMN");
  const again = await dialog("Email Domains List");
  again.getByText(/^Only addresses of these domains/);
  for (const input of again.getAllByRole("textbox")) fireEvent.change(input, { target: { value: " " } });
  again.getByText(/^Any email address can use AUTUMN/);
});

test("codes are filtered by status, and one of guest events that has expired isn't edited", async () => {
  const over = { startDate: "2020-01-01", endDate: "2020-12-31" };
  await calls.registrationCodes.create({ registrationCode: "OVER", ...over });
  const guests = { partner: { handle: "guest-events" } };
  await calls.registrationCodes.create({ registrationCode: "GUESTS", ...over, ...guests });
  await calls.registrationCodes.create({
    registrationCode: "NOW",
    ...over,
    endDate: "2099-12-31",
    ...guests,
  });
  await open();
  await screen.findByText("NOW");
  expect(screen.queryByText("OVER")).toBeNull();
  const status = screen.getByLabelText<HTMLSelectElement>("Status");
  expect([...status.options].map(({ text }) => text)).toEqual(["Active", "Inactive", "All"]);
  expect(valueIn("Status")).toBe("Active");
  fireEvent.change(status, { target: { value: "Inactive" } });
  await screen.findByText("OVER");
  expect(screen.queryByText("NOW")).toBeNull();
  expect([isDisabled("Edit OVER"), isDisabled(/^Edit GUESTS/)]).toEqual([false, true]);
  expect(isDisabled("Email Domains of GUESTS")).toBe(false);
  await userEvent.keyboard("j?");
  const keys = within(await screen.findByRole("dialog"));
  keys.getByText("History the focused row");
  expect(keys.queryByText("Edit the focused row")).toBeNull();
  fireEvent.change(status, { target: { value: "All" } });
});
