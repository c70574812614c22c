// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { Registration } from "~/domain/registrations/status";
import RegistrationEditDialog from "~/domain/registrations/ui/RegistrationEditDialog";
import { NO_CENTS } from "~/platform/money/cents";
import { renderConsole } from "./render-console";

const SEEN = { startdate: "2026-01-31", enddate: "", dob: "undefined", school: "MIT" };

/** Opens the dialog. @returns what the edits sent, without the values that were seen */
function openDialog(values: Record<string, string> = SEEN, registration: Registration = "staff"): object[] {
  const sent: object[] = [];
  const action = async ({ request }: { request: Request }) => {
    const { call, input } = await request.json();
    const { seen, operationId: _, ...edit } = input;
    expect([call, seen]).toEqual(["customers.edit", values]);
    sent.push(edit);
    return { notice: { level: "critical", text: `Problem ${sent.length}` } };
  };
  const customer = { id: "7", displayName: "Ana Martin", amountSpentCents: NO_CENTS, values };
  // As when the page behind the dialog loads its data again.
  function Page() {
    const [, render] = useState({});
    return (
      <>
        <button type="button" onClick={() => render({})}>
          Refresh
        </button>
        <RegistrationEditDialog customer={customer} registration={registration} onClose={() => {}} />
      </>
    );
  }
  renderConsole([{ path: "/", element: <Page />, action }]);
  return sent;
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Submit" }));

it("sends a missing date as today only where it was typed", async () => {
  // In New York, where the shop is, it is still the 25th.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-26T04:00:00Z") });
  const sent = openDialog();
  const today = "11/25/2026";
  expect((await field("Start Date")).value).toBe("01/31/2026");
  expect((await field("End Date")).value).toBe(today);
  expect((await field("DOB")).value).toBe(today);
  await type("School", "Tufts");
  submit();
  await waitFor(() => expect(sent).toEqual([{ id: "7", school: "Tufts" }]));
  await screen.findByText("Problem 1");

  await type("End Date", "");
  await type("End Date", today);
  await type("Start Date", "");
  await type("Start Date", "01/31/2026");
  submit();
  await waitFor(() => expect(sent[1]).toEqual({ id: "7", school: "Tufts", enddate: today }));
});

it.each([
  ["was corrected after a wrong key", ["11/25/2026x", "11/25/2026"], false],
  [
    "lost its last characters and got them again",
    ["11/25/202", "11/25/20", "11/25/202", "11/25/2026"],
    false,
  ],
  ["was selected, replaced by a wrong key, and restored", ["x", "11/25/2026"], false],
  ["was emptied", ["", "11/25/2026"], true],
  ["was selected and typed over", ["1", "11", "11/25/202", "11/25/2026"], true],
  ["was another day before", ["11/26/2026", "11/25/2026"], true],
])("a date that is shown as today and %s is sent: %s, %s", async (_what, texts, isSent) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-26T04:00:00Z") });
  const sent = openDialog();
  expect((await field("End Date")).value).toBe("11/25/2026");
  for (const text of texts) await type("End Date", text);
  submit();
  await waitFor(() => expect(sent).toEqual([{ id: "7", ...(isSent && { enddate: "11/25/2026" }) }]));
});

it("sends no missing date from a dialog that was open at midnight", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-26T04:59:00Z") });
  const sent = openDialog();
  await field("End Date");
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  fireEvent.click(screen.getByText("Refresh"));
  submit();
  await waitFor(() => expect(sent).toEqual([{ id: "7" }]));
  expect((await field("End Date")).value).toBe("11/25/2026");
});

it("stored values that aren't valid stay, and other ones that aren't valid are refused", async () => {
  const sent = openDialog({ enddate: "end of term", limit: "12.50", school: "MIT" }, "student");
  await type("School", "Tufts");
  submit();
  await waitFor(() => expect(sent).toEqual([{ id: "7", school: "Tufts" }]));
  await screen.findByText("Problem 1");

  await type("End Date", "end of year");
  await type("Discount Limit for students", "12.60");
  submit();
  await screen.findByText("Write the date as MM/DD/YYYY, or leave it blank.");
  await screen.findByText("Only digits, or nothing.");
  expect(sent).toHaveLength(1);
});
