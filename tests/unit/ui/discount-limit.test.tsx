// @vitest-environment jsdom
import "./browser";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { DiscountLimit } from "~/functions/students/ui/DiscountLimit";
import { renderConsole } from "./render-console";

it.each([
  ["is saved", { limitSaved: true }, "Saved successfully."],
  [
    "is refused",
    { notice: { level: "critical" as const, text: "Shopify is busy." } },
    "Something went wrong. try again.",
  ],
])("the default discount limit %s: its message stands beside the field", async (_what, answer, message) => {
  renderConsole([{ path: "/", element: <DiscountLimit value="9500" />, action: () => answer }]);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe(message));
});
