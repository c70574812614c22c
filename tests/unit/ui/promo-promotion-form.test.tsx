// @vitest-environment jsdom
/** The form of a promotion. */
import "./browser";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { PromotionForm } from "~/functions/promo/ui/promotions/PromotionForm";
import { renderConsole } from "./render-console";

it("says what customers see where it has no choices", async () => {
  renderConsole(
    [{ path: "/promo", element: <PromotionForm promotion={null} />, loader: () => null }],
    "/promo",
  );
  const help = (label: string) => {
    const id = screen.getByLabelText(label).getAttribute("aria-describedby") ?? "";
    return document.getElementById(id)?.textContent;
  };
  await screen.findByLabelText("Retailers");
  expect(help("Retailers")).toBe("One per line. If empty, customers enter their own text.");
  // The public form leaves these two out.
  expect(help("Age ranges")).toBe("One per line. If empty, customers aren't asked.");
  expect(help("Genders")).toBe("One per line. If empty, customers aren't asked.");
});
