// @vitest-environment jsdom
/** The tab Deny List of the promotion: its reasons are added, changed and deleted. */
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DenyList } from "~/functions/promo/ui/DenyList";
import type { PageCall } from "~/platform/page-call";
import { renderConsole } from "./render-console";

const TABS = ["DenyList"] as const;

it("adds a reason, and edits the one that was selected", async () => {
  const posts: PageCall[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return { notice: { level: "success", text: "New Reason updated" } };
  };
  const deny = [{ id: "3", reason: "Too late", orderInList: 1 }];
  const element = <DenyList hasPromotions tabs={TABS} deny={deny} loyaltyDeny={[]} hold={[]} />;
  renderConsole([{ path: "/promo", element, action, loader: () => null }], "/promo");
  const table = await screen.findByRole("table", { name: "Deny reasons" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Reason", "Order in list"]);
  const card = table.closest(".Polaris-ShadowBevel") as HTMLElement;
  const inCard = within(card);
  const buttons = () =>
    inCard.getAllByRole("button").map((button) => button.getAttribute("aria-label") ?? button.textContent);
  expect(buttons()).toEqual(["Add", "Clear", "Edit Too late"]);
  fireEvent.click(inCard.getByRole("button", { name: "Edit Too late" }));
  expect(buttons()).toEqual(["Update", "Delete", "Cancel", "Edit Too late"]);
  const order = inCard.getByLabelText<HTMLInputElement>("Order");
  const reason = () => inCard.getByLabelText<HTMLInputElement>("Reason");
  expect([reason().value, order.value]).toEqual(["Too late", "1"]);
  expect(document.activeElement).toBe(reason());
  fireEvent.change(order, { target: { value: "" } });
  fireEvent.click(inCard.getByRole("button", { name: "Update" }));
  await waitFor(() => expect(buttons()).toEqual(["Add", "Clear", "Edit Too late"]));
  expect(posts).toMatchObject([
    {
      call: "promo.changeDenyReason",
      input: {
        id: "3",
        reason: "Too late",
        orderInList: null,
        isLoyalty: false,
        before: { reason: "Too late", orderInList: 1 },
      },
    },
  ]);
  expect(reason().value).toBe("");
  // The button that was pressed is gone.
  expect(document.activeElement).toBe(reason());
});

it("edits a reason wherever its row is clicked", async () => {
  const deny = [{ id: "3", reason: "Too late", orderInList: 7 }];
  const element = <DenyList hasPromotions tabs={TABS} deny={deny} loyaltyDeny={[]} hold={[]} />;
  renderConsole([{ path: "/promo", element, loader: () => null }], "/promo");
  const table = await screen.findByRole("table", { name: "Deny reasons" });
  fireEvent.click(within(table).getByText("7"));
  expect(screen.getByRole("button", { name: "Update" })).toBeTruthy();
  expect(screen.getByDisplayValue("Too late")).toBe(document.activeElement);
});

it("shows what a colleague has changed since, and applies what was typed on top", async () => {
  const reason = { id: "3", reason: "Too late", orderInList: 7 };
  let deny = [reason];
  const posts: PageCall[] = [];
  const text = "This reason was changed while you were editing it.";
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return posts.length > 1 ? {} : { status: 409, notice: { level: "warning", text } };
  };
  const Page = () => (
    <DenyList hasPromotions tabs={TABS} deny={useLoaderData() as typeof deny} loyaltyDeny={[]} hold={[]} />
  );
  const loader = () => deny;
  const { router } = renderConsole([{ path: "/promo", element: <Page />, loader, action }], "/promo");
  fireEvent.click(await screen.findByRole("button", { name: "Edit Too late" }));
  fireEvent.change(screen.getByDisplayValue("7"), { target: { value: "2" } });
  deny = [{ ...reason, reason: "After the end date" }];
  act(() => void router.revalidate());
  // A field that wasn't edited follows.
  await screen.findByDisplayValue("After the end date");
  screen.getByText("Changed from “Too late” to “After the end date” since you opened this.");
  fireEvent.click(screen.getByRole("button", { name: "Update" }));
  fireEvent.click(await screen.findByRole("button", { name: "Apply my changes on top" }));
  await waitFor(() => expect(posts).toHaveLength(2));
  const before = { reason: "Too late", orderInList: 7 };
  expect(posts[0]?.input).toMatchObject({ orderInList: "2", before });
  expect(posts[1]?.input).toMatchObject({
    reason: "After the end date",
    orderInList: "2",
    before: { ...before, reason: "After the end date" },
  });
});

it("asks before it deletes a reason", async () => {
  const posts: PageCall[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return { notice: { level: "success", text: "Reason deleted" } };
  };
  const hold = [{ id: "4", reason: "Blurred receipt", orderInList: null }];
  const element = <DenyList hasPromotions tabs={TABS} deny={[]} loyaltyDeny={[]} hold={hold} />;
  renderConsole([{ path: "/promo", element, action, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByRole("button", { name: "Edit Blurred receipt" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete “Blurred receipt”?" }));
  expect(posts).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(posts).toMatchObject([{ call: "promo.deleteHoldReason", input: { id: "4" } }]));
});

it("a row that is clicked while another one is being saved doesn't take its place", async () => {
  let answer = () => {};
  const action = () =>
    new Promise<object>((resolve) => {
      answer = () => resolve({ notice: { level: "success", text: "New Reason updated" } });
    });
  const deny = [
    { id: "3", reason: "Too late", orderInList: 1 },
    { id: "4", reason: "Blurred receipt", orderInList: 2 },
  ];
  const element = <DenyList hasPromotions tabs={TABS} deny={deny} loyaltyDeny={[]} hold={[]} />;
  renderConsole([{ path: "/promo", element, action, loader: () => null }], "/promo");
  fireEvent.click(await screen.findByRole("button", { name: "Edit Too late" }));
  fireEvent.change(screen.getByDisplayValue("Too late"), { target: { value: "Much too late" } });
  fireEvent.click(screen.getByRole("button", { name: "Update" }));
  fireEvent.click(screen.getByRole("button", { name: "Edit Blurred receipt" }));
  screen.getByDisplayValue("Much too late");
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByDisplayValue("Much too late")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Edit Blurred receipt" }));
  screen.getByDisplayValue("Blurred receipt");
});
