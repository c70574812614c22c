// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { CardForm } from "~/ui/form/CardForm";
import { DayInput } from "~/ui/form/DayInput";
import { CheckboxInput, SelectInput, TextInput } from "~/ui/form/fields";
import { MomentInput } from "~/ui/form/MomentInput";
import { useFetcher } from "~/ui/useFetcher";
import { renderConsole } from "./render-console";

const SAVE = { call: "settings.save", input: {} };
const DIGITS = "Enter digits only, or leave it empty.";

function LimitForm() {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <FormPage title="Settings" fetcher={fetcher} call={SAVE}>
      <TextInput
        name="limit"
        label="Limit"
        defaultValue="9500"
        validate={(value) => (/^\d*$/.test(value) ? undefined : DIGITS)}
      />
    </FormPage>
  );
}

function openForm(...answers: ActionAnswer[]) {
  const posted: Record<string, unknown>[] = [];
  const action = async ({ request }: { request: Request }) => {
    posted.push((await request.json()).input);
    return answers.shift() ?? {};
  };
  renderConsole([{ path: "/settings", element: <LimitForm />, action }], "/settings");
  return {
    posted,
    user: userEvent.setup(),
    field: () => screen.getByRole("textbox", { name: "Limit" }) as HTMLInputElement,
  };
}

function openDayForm(
  field: ReactNode = <DayInput name="end" label="End" defaultDay="2026-06-15" problem="" />,
) {
  function DayForm() {
    const fetcher = useFetcher<ActionAnswer>();
    return (
      <FormPage title="Promotion" fetcher={fetcher} call={SAVE}>
        {field}
      </FormPage>
    );
  }
  renderConsole([{ path: "/", element: <DayForm /> }]);
  const user = userEvent.setup();
  const openCalendar = async () => {
    const button = screen.getByRole("button", { name: /^Choose the day.*: End$/ });
    await user.click(button);
    // Polaris moves it into the calendar in the next frame.
    await waitFor(() => expect(document.activeElement).not.toBe(button));
    return button;
  };
  return { user, openCalendar };
}

const saveButton = () => screen.findByRole("button", { name: "Save" });

describe("a form", () => {
  it("shows an error after a field loses focus, and isn't submitted with errors", async () => {
    const { user, field, posted } = openForm();
    await user.type(field(), "x");
    expect(screen.queryByText(DIGITS)).toBeNull();
    await user.tab();
    expect(screen.getByText(DIGITS)).toBeTruthy();
    await user.click(await saveButton());
    expect(posted).toEqual([]);
    expect(document.activeElement).toBe(field());
  });

  it("moves nothing while a button is pressed: the field that was left shows its error after the release", async () => {
    const { user, field } = openForm();
    await user.type(field(), "x");
    await user.pointer({ keys: "[MouseLeft>]", target: await saveButton() });
    expect(document.activeElement).not.toBe(field());
    expect(screen.queryByText(DIGITS)).toBeNull();
    await user.pointer("[/MouseLeft]");
    await screen.findByText(DIGITS);
  });

  it("shows the save bar when a day is chosen from the calendar", async () => {
    const { user, openCalendar } = openDayForm();
    const button = await openCalendar();
    const next = await screen.findByRole("button", { name: /^Show next month/ });
    next.focus();
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(next);
    await user.click(await screen.findByRole("button", { name: /July 17 2026/ }));
    expect(screen.getByLabelText<HTMLInputElement>("End").value).toBe("07/17/2026");
    expect(document.activeElement).toBe(button);
    await saveButton();
  });

  it("takes a day and a time from the calendar, written as the field shows them", async () => {
    const at = "2026-06-15T13:00:00.000Z";
    const { user, openCalendar } = openDayForm(
      <MomentInput name="end" label="End" defaultAt={at} problem="" timeOfDay="5:00:00 PM" />,
    );
    const button = await openCalendar();
    await user.click(await screen.findByRole("button", { name: /June 17 2026/ }));
    fireEvent.change(screen.getByLabelText("Time of End"), { target: { value: "19:30:00" } });
    expect(screen.getByLabelText<HTMLInputElement>("End").value).toBe("06/17/2026 7:30:00 PM");
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(document.activeElement).toBe(button);
    await saveButton();
  });

  it("has the focus on the calendar's button again after Escape", async () => {
    const { user, openCalendar } = openDayForm();
    const button = await openCalendar();
    await screen.findByRole("button", { name: /June 17 2026/ });
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  it("shows no error at a field after Discard, and leaves the focus where it is", async () => {
    const refusal = "The limit is above the plan's.";
    const { user, field } = openForm(
      { fieldErrors: { limit: refusal } },
      { fieldErrors: { limit: refusal } },
    );
    await user.type(field(), "1");
    await user.click(await saveButton());
    await screen.findByText(refusal);
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(field().value).toBe("9500"));
    expect(screen.queryByText(refusal)).toBeNull();
    expect(document.activeElement).not.toBe(field());
    await user.type(field(), "1");
    // As after the page was opened.
    screen.getByRole("main").focus();
    fireEvent.click(await saveButton());
    await screen.findByText(refusal);
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  it("isn't changed while it is being saved", async () => {
    function ChoicesForm() {
      const fetcher = useFetcher<ActionAnswer>();
      return (
        <FormPage title="Choices" fetcher={fetcher} call={SAVE}>
          <CheckboxInput name="first" label="First" />
          <CheckboxInput name="second" label="Second" />
          <SelectInput
            name="kind"
            label="Kind"
            options={["one", "two"].map((value) => ({ value, label: value }))}
          />
        </FormPage>
      );
    }
    let answer = () => {};
    const action = () => new Promise((resolve) => (answer = () => resolve({})));
    renderConsole([{ path: "/", element: <ChoicesForm />, action }]);
    const user = userEvent.setup();
    const second = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Second" });
    const kind = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Kind" });
    const change = async () => {
      await user.click(second());
      await user.selectOptions(kind(), "two");
    };
    await user.click(screen.getByRole("checkbox", { name: "First" }));
    await user.click(await saveButton());
    await change();
    expect([second().checked, kind().value]).toEqual([false, "one"]);
    await act(async () => answer());
    await change();
    expect([second().checked, kind().value]).toEqual([true, "two"]);
  });

  it("shows the save bar only for changes, and resets them on Discard", async () => {
    const { user, field } = openForm();
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    await user.type(field(), "1");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(field().value).toBe("9500");
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
    await user.type(field(), "2");
    await screen.findByText("Unsaved changes");
  });

  it("repeats its operation id after a refusal and takes a new one after a success", async () => {
    const { user, field, posted } = openForm(
      { fieldErrors: { limit: "The limit is above the plan's." } },
      { notice: { level: "success", text: "Saved successfully." } },
    );
    await user.type(field(), "1");
    await user.click(await saveButton());
    await screen.findByText("The limit is above the plan's.");
    await user.click(await saveButton());
    await screen.findByText("Saved successfully.");
    await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
    await user.type(field(), "2");
    await user.click(await saveButton());
    await waitFor(() => expect(posted).toHaveLength(3));
    expect(posted[0]).toMatchObject({ limit: "95001" });
    expect(posted[1]?.operationId).toBe(posted[0]?.operationId);
    expect(posted[2]?.operationId).not.toBe(posted[0]?.operationId);
  });
});

function SecretCard() {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm title="Connection" fetcher={fetcher} call={SAVE} stored="">
      <TextInput name="key" label="Key" />
    </CardForm>
  );
}

it("a card is reset by a save, and keeps what a refusal left unsaved, with the focus on its field, until it is discarded or saved", async () => {
  const refused = (): ActionAnswer => ({
    notice: { level: "critical", text: "Refused." },
    fieldErrors: { key: "Not this key." },
  });
  const saved = (): ActionAnswer => ({ notice: { level: "success", text: "Saved." } });
  const answers = [saved(), refused(), refused(), saved()];
  renderConsole(
    [{ path: "/settings", element: <SecretCard />, action: async () => answers.shift() ?? {} }],
    "/settings",
  );
  const user = userEvent.setup();
  const field = () => screen.getByRole("textbox", { name: "Key" }) as HTMLInputElement;
  await user.type(field(), "first");
  await user.click(await saveButton());
  await waitFor(() => expect(field().value).toBe(""));
  await user.type(field(), "second");
  await user.click(await saveButton());
  await screen.findByText("Not this key.");
  expect(field().value).toBe("second");
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(screen.getByText("Unsaved changes")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(field().value).toBe(""));
  expect(screen.queryByText("Not this key.")).toBeNull();
  expect(screen.queryByText("Refused.")).toBeNull();
  await user.type(field(), "third");
  await user.click(await saveButton());
  await screen.findByText("Refused.");
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await user.type(field(), " and fourth");
  await user.click(await saveButton());
  await waitFor(() => expect(field().value).toBe(""));
  expect(screen.queryByText("Refused.")).toBeNull();
});

it("a card with unsaved changes keeps them when another window saves it, and sends what they began with", async () => {
  let stored = "first";
  const posted: unknown[] = [];
  function KeyCard() {
    const key = String(useLoaderData());
    const fetcher = useFetcher<ActionAnswer>();
    return (
      <CardForm title="Connection" fetcher={fetcher} call={{ ...SAVE, input: { seen: key } }} stored={key}>
        <TextInput name="key" label="Key" defaultValue={key} />
      </CardForm>
    );
  }
  const action = async ({ request }: { request: Request }) => {
    const { seen, key } = (await request.json()).input;
    posted.push([seen, key]);
    if (seen !== stored) return { status: 409, notice: { level: "warning", text: "It was changed." } };
    stored = String(key);
    return { notice: { level: "success", text: "Saved." } };
  };
  const { router } = renderConsole(
    [{ path: "/settings", element: <KeyCard />, loader: () => stored, action }],
    "/settings",
  );
  const user = userEvent.setup();
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Key" });
  await screen.findByRole("textbox", { name: "Key" });
  await user.type(field(), " mine");
  await saveButton();
  stored = "theirs";
  await act(async () => router.revalidate());
  expect(field().value).toBe("first mine");
  await user.click(await saveButton());
  await screen.findByRole("button", { name: "Apply my changes on top" });
  // In its banner only.
  await waitFor(() => expect(screen.getAllByText("It was changed.")).toHaveLength(1));
  expect(field().value).toBe("first mine");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(field().value).toBe("theirs"));
  await user.type(field(), " and mine");
  await user.click(await saveButton());
  await screen.findByText("Saved.");
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(field().value).toBe("theirs and mine");
  expect(posted).toEqual([
    ["first", "first mine"],
    ["theirs", "theirs and mine"],
  ]);
});
