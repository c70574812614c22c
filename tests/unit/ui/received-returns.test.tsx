// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { OpenReturn } from "~/functions/orderReturns/schemas";
import { OpenReturnsCard } from "~/functions/orderReturns/ui/OpenReturnsCard";
import { ReturnsGrid } from "~/functions/orderReturns/ui/ReturnsGrid";
import { cents } from "~/platform/money/cents";
import { renderConsole } from "./render-console";
import { returnRow } from "./return-row";

const RECEIVED = { at: "2026-11-05T12:00:00.000Z", by: "Olivia Owner" };
const NONE = { restocked: 0, not_restocked: 0, missing: 0 };
const DELIVERED: OpenReturn = {
  id: "1",
  order_name: "#1001",
  units: 3,
  created_date: "2026-11-02T12:00:00.000Z",
  created_by: "Sam Staff",
  age_days: 3,
  tracking_number: null,
  package_state: "delivered",
  package_status: "Delivered.",
  received: null,
};

it.each([
  [null, "Delivered"],
  [{ ...RECEIVED, units: 3 }, "Received11/05/2026 by Olivia Owner"],
  [{ ...RECEIVED, units: 2 }, "2 of 3 received11/05/2026 by Olivia Owner"],
  [{ ...RECEIVED, units: 0 }, "Missing11/05/2026 by Olivia Owner"],
])("an open return with the receipt %j is shown as %s", (received, text) => {
  renderConsole([
    {
      path: "/",
      element: <OpenReturnsCard rows={[{ ...DELIVERED, received }]} total={1} onFind={() => {}} />,
    },
  ]);
  expect(screen.getByRole("table").textContent).toContain(text);
});

it("the returns of an order show which lines were received or missing, with the day and the administrator", () => {
  const returns = [
    returnRow({}),
    returnRow({
      title: "anvil",
      received: { ...RECEIVED, is_missing: false, units: { ...NONE, restocked: 1 } },
    }),
    returnRow({
      title: "crate",
      received: { ...RECEIVED, is_missing: true, units: { ...NONE, missing: 1 } },
    }),
    returnRow({
      title: "drill",
      received: { ...RECEIVED, is_missing: false, units: { restocked: 2, not_restocked: 1, missing: 1 } },
    }),
  ];
  renderConsole([{ path: "/", element: <ReturnsGrid returns={returns} currency="USD" first={undefined} /> }]);
  const textOf = (title: string) => screen.getByRole("row", { name: new RegExp(title) }).textContent;
  expect(textOf("lamp")).not.toMatch(/Received|Olivia/);
  expect(textOf("anvil")).toContain("Received 11/05/2026 by Olivia Owner");
  expect(textOf("crate")).toContain("Marked missing 11/05/2026 by Olivia Owner");
  expect(textOf("drill")).toContain(
    "Received, 2 restocked, 1 not restocked, 1 missing, 11/05/2026 by Olivia Owner",
  );
});

it.each([true, false])("the label can be emailed as long as more is sent back: %s", async (can_email) => {
  const row = returnRow({ label_id: "l1", case_id: "c1", can_email });
  renderConsole([{ path: "/", element: <ReturnsGrid returns={[row]} currency="USD" first={undefined} /> }]);
  fireEvent.click(screen.getByRole("button", { name: "More actions for #1001-R1" }));
  await screen.findByText("Print label");
  expect(screen.queryAllByText("Email label to the customer")).toHaveLength(can_email ? 1 : 0);
});

it("a credit that isn't confirmed yet is being added, as the notice said", () => {
  const credit = { amount_cents: cents(500), state: "PENDING", problem: null } as const;
  renderConsole([
    {
      path: "/",
      element: <ReturnsGrid returns={[returnRow({ credit })]} currency="USD" first={undefined} />,
    },
  ]);
  screen.getByText("$5.00 to store credit, being added");
});
