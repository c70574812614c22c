// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { UndoLast } from "~/domain/registrations/ui/UndoLast";
import { orProblem } from "~/platform/contract/or-problem";
import { Refusal } from "~/platform/errors";
import { renderConsole } from "./render-console";

it("a person's history says why their last decision can't be read, and the page stays", async () => {
  const silent = new Refusal(502, "BAD_GATEWAY", "Shopify doesn't respond. Try again in a minute.");
  renderConsole([
    { path: "/", element: <UndoLast customerId="7" onUndone={() => {}} /> },
    { path: "/customers/:id/last-decision", loader: () => orProblem(Promise.reject(silent)) },
  ]);
  expect(await screen.findByText(silent.message)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
