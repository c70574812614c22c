// @vitest-environment jsdom
import "./browser";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ReadingAnswer } from "~/functions/promo/read-answers.server";
import { ReceiptMarks } from "~/functions/promo/ui/receipt/ReceiptMarks";
import { marksOf, TypedAndRead, useReading } from "~/functions/promo/ui/review/TypedAndRead";
import { renderConsole } from "./render-console";

const place = { page: 1, x: 0.5, y: 0.25, width: 0.2, height: 0.02 };
const READING: ReadingAnswer = {
  state: "ready",
  fields: [
    { name: "receiptId", typed: "A-1", read: "A-1", state: "equal", confidence: 95, place },
    {
      name: "purchaseDate",
      typed: "2026-05-21",
      read: "2026-05-20",
      state: "different",
      confidence: 95,
      place,
    },
    { name: "amount", typed: null, read: "119260", state: "untyped", confidence: 95, place },
    { name: "modelNumber", typed: "DC-100", read: null, state: "missing", confidence: null, place: null },
  ],
};

function Dialog() {
  const reading = useReading("7");
  return (
    <>
      <TypedAndRead reading={reading} />
      <ReceiptMarks marks={marksOf(reading)} page={1} />
    </>
  );
}

it("shows what was typed beside what was read, and marks its place on the receipt", async () => {
  const path = "/promo/submissions/7/reading";
  const { container } = renderConsole(
    [
      { path: "/promo", element: <Dialog />, loader: () => null },
      { path, loader: () => ({ id: 7, ...READING }) },
    ],
    "/promo",
  );
  const cellsOf = (name: string) =>
    within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  await screen.findByRole("table");
  expect(cellsOf("Receipt ID")).toEqual(["A-1", "SuccessEqual"]);
  expect(cellsOf("Purchase Date")).toEqual(["05/21/2026", "CriticalDifferent05/20/2026"]);
  expect(cellsOf("Amount")).toEqual(["–", "1,192.60"]);
  expect(cellsOf("Model Number")).toEqual(["DC-100", "Not found"]);
  const marks = [...container.querySelectorAll<HTMLElement>("[data-mark]")];
  expect(
    marks.map(({ dataset, style }) => [
      dataset.mark,
      Number.parseFloat(style.left),
      Number.parseFloat(style.top),
    ]),
  ).toEqual([
    ["Receipt ID", 50, 25],
    ["Purchase Date", 50, 25],
    ["Amount", 50, 25],
  ]);
});
