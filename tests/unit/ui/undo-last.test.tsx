// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { UndoLast } from "~/domain/registrations/ui/UndoLast";
import { orProblem } from "~/platform/contract/answer";
import { Refusal } from "~/platform/errors";
import { shouldRevalidate } from "~/routes/customers.$id_.last-decision";
import { renderConsole } from "./render-console";

/** Only the route's other export is tested here. */
vi.mock("~/core/authorize.server", () => ({ pageLoader: vi.fn(), callsAction: vi.fn() }));

it("a person's history says why their last decision can't be read, and the page stays", async () => {
  const silent = new Refusal(502, "BAD_GATEWAY", "Shopify doesn't respond. Try again in a minute.");
  renderConsole([
    { path: "/", element: <UndoLast customerId="7" onUndone={() => {}} /> },
    { path: "/customers/:id/last-decision", loader: () => orProblem(Promise.reject(silent)) },
  ]);
  expect(await screen.findByText(silent.message)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("shows in the dialog why an undo was refused or had no answer, and repeats the same operation", async () => {
  const last = { decision: { id: "d1", status: "Approved", by: "Olivia", at: "2026-11-20T10:00:00Z" } };
  const loader = vi.fn(() => ({ ...last, question: null }));
  const answers = [
    { notice: { level: "warning", text: "Olivia has decided since." }, status: 409 },
    { notice: { level: "critical", text: "No answer." }, offline: true },
    { notice: { level: "success", text: "Undone." } },
  ];
  const ids: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    ids.push((await request.json()).input.operationId);
    return answers.shift() ?? null;
  };
  const onUndone = vi.fn();
  renderConsole([
    { path: "/", element: <UndoLast customerId="7" onUndone={onUndone} />, action },
    { path: "/customers/:id/last-decision", loader, shouldRevalidate },
  ]);
  const press = async () => fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await press();
  await screen.findByText("Olivia has decided since.");
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
  await press();
  await screen.findByText("No answer.");
  expect(screen.queryByText("Olivia has decided since.")).toBeNull();
  // Without a connection, it isn't loaded again: the button would wait for that.
  expect(loader).toHaveBeenCalledTimes(2);
  await press();
  await waitFor(() => expect(onUndone).toHaveBeenCalledOnce());
  expect(new Set(ids).size).toBe(1);
});
