// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { DiscountLimit } from "~/functions/students/ui/DiscountLimit";
import { renderConsole } from "./render-console";

afterEach(() => void vi.useRealTimers());

it.each([
  ["is saved", { value: { value: "9500" } }, "Saved successfully."],
  [
    "is refused",
    { notice: { level: "critical" as const, text: "Shopify is busy." } },
    "Something went wrong. try again.",
  ],
])(
  "the default discount limit %s: its message is shown below the field for seven seconds",
  async (_what, answer, message) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderConsole([{ path: "/", element: <DiscountLimit value="9500" />, action: () => answer }]);
    fireEvent.click(screen.getByRole("button", { name: /^Default limit: / }));
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe(message));
    // From here on only fake time passes.
    vi.setTimerTickMode("manual");
    const statusText = () => screen.queryByRole("status")?.textContent ?? "";
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(statusText()).toBe(message);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(statusText()).toBe("");
  },
);

it("the default discount limit is sent with the value that its form showed or saved last, also after a refresh of the page and a failure", async () => {
  const seen: unknown[] = [];
  let stored = "9500";
  const action = async ({ request }: { request: Request }) => {
    const { input } = await request.json();
    seen.push(input.seen);
    if (seen.length === 2) return { notice: { level: "critical", text: "Shopify is busy." } };
    return { value: { value: input.default_discount_limit } };
  };
  const Page = () => <DiscountLimit value={useLoaderData() as string} />;
  const { router } = renderConsole([{ path: "/", element: <Page />, loader: () => stored, action }]);
  fireEvent.click(await screen.findByRole("button", { name: /^Default limit: / }));
  const field = await screen.findByRole("textbox", { name: "Default STP Student Discount Limit($)" });
  stored = "800";
  act(() => router.revalidate());
  await screen.findByText("Default limit: $800.00");
  fireEvent.change(field, { target: { value: "700" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved successfully.");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Something went wrong. try again.");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(seen).toEqual(["9500", "700", "700"]));
});

it("a default discount limit that someone else has changed since is replaced by the next try", async () => {
  const seen: unknown[] = [];
  let stored = "9500";
  const action = async ({ request }: { request: Request }) => {
    const { input } = await request.json();
    seen.push(input.seen);
    if (input.seen === stored) return { value: { value: input.default_discount_limit } };
    return { status: 409, notice: { level: "warning", text: "The default limit was changed." } };
  };
  const Page = () => <DiscountLimit value={useLoaderData() as string} />;
  renderConsole([{ path: "/", element: <Page />, loader: () => stored, action }]);
  fireEvent.click(await screen.findByRole("button", { name: /^Default limit: / }));
  const field = await screen.findByRole("textbox", { name: "Default STP Student Discount Limit($)" });
  stored = "800";
  fireEvent.change(field, { target: { value: "700" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Something went wrong. try again.");
  screen.getByText("Default limit: $800.00");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved successfully.");
  expect(seen).toEqual(["9500", "800"]);
});
