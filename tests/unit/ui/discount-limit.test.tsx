// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { DiscountLimit } from "~/functions/students/ui/DiscountLimit";
import { renderConsole } from "./render-console";

it.each([
  ["is saved", { limitSaved: true }, "Saved successfully."],
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
    fireEvent.click(screen.getByRole("button", { name: "Default STP Student Discount Limit($)" }));
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
