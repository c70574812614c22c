import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findCustomer } from "../../local-store/data/find-customers.ts";
import { activity } from "../support/activity.ts";
import { signedInCalls } from "../support/calls.ts";
import { clickButton, isDisabled } from "../support/on-screen.ts";
import { openConsole } from "../support/open-console.tsx";
import { refreshMirror, registerStudent } from "../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("pages_person");
  await signedInCalls(shop);
});
afterAll(() => shop.close());

/** Students who wait for a decision, in the order of the list. */
let ids: number[];
let family: string;
beforeEach(async () => {
  family = `F${crypto.randomUUID().slice(0, 6)}`;
  ids = [];
  for (const name of ["Ann", "Ben", "Cleo"])
    ids.push(await registerStudent(shop.localStore, { name: `${name} ${family}` }));
  await refreshMirror(ids);
});

const addressOf = (index: number) =>
  `/customers/${ids[index]}?list=students&tab=pending&q=${family}&sort=name+asc`;
const tagsOf = async (index: number) =>
  (await findCustomer(shop.localStore.store.pool, DEMO, ids[index] ?? 0))?.tags;
const heading = (name: string) => screen.findByRole("heading", { name: `${name} ${family}`, level: 1 });

test("the header decides once, and continues with the next and the previous one of the list", async () => {
  const router = await openConsole(shop, addressOf(0));
  await heading("Ann");
  screen.getByText("1 of 3");
  expect(screen.queryByRole("button", { name: /^Sync/ })).toBeNull();
  clickButton(`Approve Ann ${family}`);
  // A second click before the answer decides nothing.
  clickButton(`Approve Ann ${family}`);
  await screen.findByText(`Ann ${family} is approved.`);
  expect(await tagsOf(0)).toContain("Approved");
  const decisions = (await activity()).filter(({ subject }) => subject?.id === String(ids[0]));
  expect(decisions).toHaveLength(1);

  clickButton("Next pending");
  await heading("Ben");
  expect(router.state.location.pathname).toBe(`/customers/${ids[1]}`);
  // Back leads to the list.
  expect(router.state.historyAction).toBe("REPLACE");
  clickButton("Next pending");
  await heading("Cleo");
  expect(isDisabled("Next pending")).toBe(true);
  clickButton("Previous");
  await heading("Ben");
});

test("a switch opens the next customer after each decision", async () => {
  await openConsole(shop, addressOf(0));
  await heading("Ann");
  fireEvent.click(screen.getByLabelText("Open the next one after a decision"));
  clickButton(`Approve Ann ${family}`);
  await heading("Ben");
  clickButton(`Reject Ben ${family}`);
  fireEvent.click(await screen.findByRole("radio", { name: /No reason/ }));
  clickButton("Reject");
  await heading("Cleo");
  expect(await tagsOf(1)).toContain("Disabled");
});

test("a question is sent, and an approved customer can be rejected and synced, in the same places", async () => {
  await openConsole(shop, addressOf(0));
  await heading("Ann");
  clickButton(`Ask Ann ${family} for information`);
  fireEvent.change(await screen.findByLabelText(/^Question/), { target: { value: "Which school?" } });
  clickButton("Send the question");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText(/Which school\?/);
  clickButton(`Approve Ann ${family}`);
  await screen.findByRole("button", { name: `Sync Ann ${family}` });
  const buttons = [`Approve Ann ${family}`, `Reject Ann ${family}`, `Ask Ann ${family} for information`];
  expect(buttons.map((name) => isDisabled(name))).toEqual([true, false, true]);
});

test("a note that was begun isn't taken along to another customer", async () => {
  await openConsole(shop, addressOf(0));
  await heading("Ann");
  fireEvent.input(screen.getByRole("textbox", { name: "New note" }), { target: { value: "Called Ann." } });
  await screen.findByText("Unsaved changes");
  clickButton("Next pending");
  await heading("Ben");
  expect(screen.queryByDisplayValue("Called Ann.")).toBeNull();
});

test.each([
  ["Edit", ""],
  ["Reject", " Ann"],
  ["Ask", " Ann"],
])("the dialog of %s doesn't stay when Back leads to another customer", async (action, name) => {
  const router = await openConsole(shop, addressOf(0));
  await heading("Ann");
  const whose = name && `${name} ${family}`;
  clickButton(`${action}${whose}${action === "Ask" ? " for information" : ""}`);
  await screen.findByRole("dialog");
  await act(() => router.navigate(addressOf(1)));
  await screen.findByText(`Ben ${family}`);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
