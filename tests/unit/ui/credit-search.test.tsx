// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { type FilterFields, readFilter } from "~/functions/credits/filter-address";
import AdvancedSearch from "~/functions/credits/ui/AdvancedSearch";
import { renderConsole } from "./render-console";

const LIMITS = {
  creditAmount: 52.5,
  adjustmentAmount: 0,
  discountCodeAmount: 0,
  orderAmount: 0,
  refundAmount: 0,
};

it("advanced search defaults to two days ago until tomorrow, has sliders in steps of five, and runs a second after the last change", async () => {
  const fields: FilterFields = readFilter(new URLSearchParams(), new Date("2026-03-01T23:30:00Z"));
  expect([fields.startDate, fields.endDate]).toEqual(["02/27/2026", "03/02/2026"]);
  const { router } = renderConsole(
    [{ path: "/credits", element: <AdvancedSearch filter={fields} limits={LIMITS} onClose={() => {}} /> }],
    "/credits?tab=transactions&page=3",
  );
  vi.useFakeTimers();
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const addressQuery = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
  const thumbs = () => screen.getAllByRole("slider").slice(0, 2);
  const isOff = (thumb: Element) => thumb.getAttribute("aria-disabled") === "true";
  const tick = () => fireEvent.click(screen.getByRole("checkbox", { name: "Credit" }));
  expect(screen.getAllByRole("slider").map(isOff)).toEqual(Array(10).fill(true));
  tick();
  expect(thumbs().map(isOff)).toEqual([false, false]);
  expect(thumbs().map((thumb) => thumb.getAttribute("aria-valuemax"))).toEqual(["55", "55"]);
  fireEvent.keyDown(thumbs()[0] as Element, { key: "ArrowUp", keyCode: 38 });
  screen.getByText("Min $5.00 · Max $55.00");
  await after(900);
  expect(addressQuery()).toEqual({ tab: "transactions", page: "3" });
  await after(200);
  expect(addressQuery()).toEqual({
    tab: "transactions",
    creditAmount: "5,55",
    startDate: "02/27/2026",
    endDate: "03/02/2026",
  });
  tick();
  expect(screen.getAllByText("Min $0.00 · Max $0.00")).toHaveLength(5);
  await after(1_100);
  expect(addressQuery()).not.toHaveProperty("creditAmount");

  // While typing the year 2025 the field contains 0002, 0020, 0202, which must not be searched.
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText("Start date"), { target: { value } });
  type("0002-02-27");
  await after(1_100);
  expect(addressQuery()).toMatchObject({ startDate: "02/27/2026" });
  type("2025-02-27");
  await after(1_100);
  expect(addressQuery()).toMatchObject({ startDate: "02/27/2025" });
  const isInvalid = () => screen.getByLabelText("Start date").getAttribute("aria-invalid") === "true";
  expect(isInvalid()).toBe(false);
  type("2026-03-03");
  expect(isInvalid()).toBe(true);
  type("");
  expect(isInvalid()).toBe(false);
  await after(1_100);
  expect(addressQuery()).toMatchObject({ startDate: "any" });
});

function Page({ filter }: { filter: FilterFields }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <AdvancedSearch filter={filter} limits={LIMITS} onClose={() => setOpen(false)} />;
}

it("advanced search runs when it is closed within a second of the last change", async () => {
  const filter = readFilter(new URLSearchParams(), new Date("2026-03-01T23:30:00Z"));
  const { router } = renderConsole(
    [{ path: "/credits", element: <Page filter={filter} /> }],
    "/credits?tab=transactions",
  );
  fireEvent.change(screen.getByLabelText("Customer name"), { target: { value: "Ana" } });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toContain("customerName=Ana"));
});
