import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";

/** The page, or a part of it such as a dialog. */
type Part = Pick<typeof screen, "getByRole" | "getByLabelText" | "getAllByText">;

/** The row of a table that has this text. A text that is also elsewhere doesn't matter. */
export function rowOf(text: string) {
  const rows = screen.getAllByText(text).map((element) => element.closest("tr"));
  return within(rows.find(Boolean) as HTMLElement);
}

export function clickButton(name: string | RegExp, part: Part = screen): void {
  fireEvent.click(part.getByRole("button", { name }));
}

/** True for a button that can't be pressed. It can still have the focus. */
export const isDisabled = (name: string | RegExp, part: Part = screen): boolean =>
  part.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

/** Clicks a button once it can be pressed. */
export async function clickWhenReady(name: string | RegExp): Promise<void> {
  await waitFor(() => expect(isDisabled(name)).toBe(false));
  clickButton(name);
}

/** Replaces what is in a field. */
export function fillIn(label: string | RegExp, value: string, part: Part = screen): void {
  fireEvent.change(part.getByLabelText(label), { target: { value } });
}

export const valueIn = (label: string, part: Part = screen): string =>
  part.getByLabelText<HTMLInputElement>(label).value;
