// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { DayPicker } from "~/ui/form/DayPicker";
import { renderConsole } from "./render-console";

function Field() {
  const [day, setDay] = useState("2026-06-15");
  return (
    <>
      <DayPicker label="Date From" day={day} max="2026-06-20" onDay={setDay} />
      <output>{day}</output>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Date From");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const leave = () => fireEvent.blur(field());
const chosenDay = () => screen.getByRole("status").textContent;

beforeEach(() => void renderConsole([{ path: "/", element: <Field /> }]));

it.each([
  ["6/5/2026", "2026-06-05"],
  [" 06/05/2026 ", "2026-06-05"],
  ["2026-06-05", "2026-06-05"],
])("the day %s is accepted when the field is left", (text, day) => {
  type(text);
  leave();
  expect([chosenDay(), field().value]).toEqual([day, "06/05/2026"]);
  expect(field().getAttribute("aria-invalid")).toBe("false");
});

it.each([
  ["13/45/2026", "“13/45/2026” isn't a date. Enter it as MM/DD/YYYY."],
  ["06/21/2026", "Choose 06/20/2026 or an earlier day."],
  ["6/21/2026", "Choose 06/20/2026 or an earlier day."],
])(
  "the day %s is replaced by the last valid one, and the field says why until it changes",
  (text, message) => {
    type(text);
    leave();
    expect([chosenDay(), field().value]).toEqual(["2026-06-15", "06/15/2026"]);
    screen.getByText(message);
    type("06/16/2026");
    expect(screen.queryByText(message)).toBeNull();
    expect(chosenDay()).toBe("2026-06-16");
  },
);
