import { cents, NO_CENTS } from "~/platform/money/cents";
// @vitest-environment jsdom
import "./browser";
import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { creditsList } from "~/functions/credits/list.server";
import type { CustomerRow } from "~/functions/credits/ui/cells";
import { ManageCredits } from "~/functions/credits/ui/ManageCredits";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

// A hundred rows are much for jsdom on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

const rows: CustomerRow[] = Array.from({ length: 101 }, (_unused, index) => ({
  id: String(index + 1),
  shopifyCustomerId: String(index + 1),
  name: `Customer ${index + 1}`,
  email: null,
  balance: 0,
  balanceCents: NO_CENTS,
  heldCents: NO_CENTS,
  comingCents: NO_CENTS,
  comparedAt: null,
}));
const result = pageOfRows(rows, { pager: { page: 1, pages: 1 } });
const WARNING = "Max customers to update is set to: 100";
// By attributes and texts: among the elements of a hundred rows a search by role takes seconds in jsdom.
const region = (name: string) => document.querySelector(`section[aria-label="${name}"]`) as HTMLElement;
const field = (name: string) =>
  region("Issue Credit").querySelector(`input[name=${name}]`) as HTMLInputElement;
const box = (name: string) => document.querySelector(`input[aria-label^="${name}"]`) as HTMLInputElement;
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const written = () => [field("amount").value, field("reference").value];

it("above 100 customers it warns, a new selection clears the fields, a refusal keeps them, and 100 customers have 100 outcomes", {
  timeout: withMachineFactor(60_000),
}, async () => {
  // Otherwise each failed query would print the whole page.
  vi.stubEnv("DEBUG_PRINT_LIMIT", "0");
  const requests: { ids: string }[] = [];
  const action = async (call: { request: Request }) => {
    const posted = await call.request.json();
    const { ids, amount }: { ids: string; amount: string } = posted.input.body;
    requests.push({ ids });
    const isRefused = amount === "9";
    const list = ids.split(",").map((id) => ({
      id,
      postingId: isRefused ? null : `posting-${id}`,
      state: isRefused ? "FAILED" : "PENDING",
      problem: isRefused ? "Refused." : null,
    }));
    const notice = { level: isRefused ? "critical" : "success", text: "Answered." };
    return { notice, posted, value: { list } };
  };
  const state = { search: "", sort: creditsList.defaultSort, direction: "next", cursor: undefined } as never;
  const element = (
    <ManageCredits
      list={creditsList.declaration}
      state={state}
      result={result}
      approvals={[]}
      duplicates={{ list: [], total: 0 }}
      owedCents={cents(10_000)}
      readingHint=""
      now="2026-03-01T23:30:00.000Z"
    />
  );
  renderConsole(
    [
      { path: "/credits", element, action },
      { path: "/credits/states", loader: () => ({ list: [] }) },
    ],
    "/credits",
  );
  fireEvent.click(screen.getByText("Issue Credit"));
  await screen.findByText("Select customers in the list.");
  expect(written()).toEqual(["0", "New account"]);
  fireEvent.click(box("Select all"));
  screen.getByText(WARNING);
  const submit = () => screen.getByText("Submit").closest("button") as HTMLElement;
  expect(submit().getAttribute("aria-disabled")).toBe("true");
  expect(written()).toEqual(["", ""]);
  fill("amount", "5");
  fireEvent.click(box("Select Customer 101"));
  expect(screen.queryByText(WARNING)).toBeNull();
  expect(written()).toEqual(["", ""]);
  fill("amount", "15000.01");
  expect(screen.queryByText(/Owed to all customers/)).toBeNull();
  fill("amount", "12.50");
  screen.getByText(
    "$12.50 × 100 customers = $1,250.00. Owed to all customers: $100.00 now, $1,350.00 afterward.",
  );
  fill("amount", "");
  screen.getByText(/^For 100 customers, each: Customer 1, .* and 96 others\.$/);

  fill("amount", "9");
  fill("reference", "Welcome");
  fireEvent.click(submit());
  await screen.findByText(/0 of 100 customers confirmed, 100 failed/);
  expect(written()).toEqual(["9", "Welcome"]);
  fill("amount", "5.50");
  await waitFor(() => expect(submit().getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(submit());
  await screen.findByText("Credit of $5.50, “Welcome”: 0 of 100 customers confirmed");
  const outcomes = within(region("Outcomes"));
  expect(outcomes.getAllByText("Pending")).toHaveLength(100);
  outcomes.getByText(/^Customer 100/);
  expect(region("Issue Credit")).toBeNull();
  expect(requests.map(({ ids }) => ids.split(",").length)).toEqual([100, 100]);
});
