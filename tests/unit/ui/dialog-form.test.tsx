// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { useFetcher } from "~/ui/useFetcher";
import { renderConsole } from "./render-console";

const SAVE = { call: "settings.save", input: {} };

it("a dialog shows a refusal itself, with the focus on its field, and no notice repeats it", async () => {
  const closed = vi.fn();
  const action = async (): Promise<ActionAnswer> => ({
    status: 400,
    notice: { level: "critical", text: "Not this code." },
    fieldErrors: { code: "Use another code." },
  });
  const element = (
    <FormDialog title="Code" submitLabel="Save" call={SAVE} onClose={closed}>
      <TextInput name="code" label="Code" defaultValue="A" />
    </FormDialog>
  );
  renderConsole([{ path: "/codes", element, action }], "/codes");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Save" }));
  const refusal = await screen.findByText("Not this code.");
  expect(within(screen.getByRole("dialog")).getAllByText("Not this code.")).toEqual([refusal]);
  expect(screen.getAllByText("Not this code.")).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Code" })));
  expect(closed).not.toHaveBeenCalled();
});

it("a dialog doesn't repeat what its fields say, and shows what has no field", async () => {
  const code = "Use another code.";
  const answers: ActionAnswer[] = [
    { status: 400, notice: { level: "critical", text: code }, fieldErrors: { code } },
    { status: 400, notice: { level: "critical", text: "Pick a day." }, fieldErrors: { day: "Pick a day." } },
  ];
  const element = (
    <FormDialog title="Code" submitLabel="Save" call={SAVE} onClose={() => {}}>
      <TextInput name="code" label="Code" defaultValue="A" />
    </FormDialog>
  );
  renderConsole([{ path: "/codes", element, action: async () => answers.shift() ?? {} }], "/codes");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText(code);
  expect(screen.getAllByText(code)).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Pick a day.");
});

it("a dialog closes when its input was accepted with a warning, which becomes a notice", async () => {
  const closed = vi.fn();
  const text = "Dora is invited. The event is a draft.";
  const action = async (): Promise<ActionAnswer> => ({ accepted: true, notice: { level: "warning", text } });
  const element = (
    <FormDialog title="Invite User" submitLabel="Submit" call={SAVE} onClose={closed}>
      <TextInput name="email" label="Email" defaultValue="dora@guests.example" />
    </FormDialog>
  );
  renderConsole([{ path: "/events", element, action }], "/events");
  await userEvent.setup().click(await screen.findByRole("button", { name: "Submit" }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(within(screen.getByRole("dialog")).queryByText(text)).toBeNull();
  expect(screen.getAllByText(text)).toHaveLength(1);
});

it("a dialog that stays after a save shows its loader until it closes, and isn't sent again", async () => {
  const closed = vi.fn();
  const action = vi.fn(async () => ({ notice: { level: "success", text: "Saved." } }) satisfies ActionAnswer);
  const element = (
    <FormDialog title="Code" submitLabel="Save" call={SAVE} closesAfterMs={2_000} onClose={closed}>
      <TextInput name="code" label="Code" defaultValue="A" />
    </FormDialog>
  );
  renderConsole([{ path: "/codes", element, action }], "/codes");
  const save = await screen.findByRole("button", { name: "Save" });
  const startedAt = Date.now();
  const user = userEvent.setup();
  await user.click(save);
  await screen.findByText("Saved.");
  await user.type(screen.getByRole("textbox", { name: "Code" }), "{Enter}");
  expect(closed).not.toHaveBeenCalled();
  expect(save.getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
  expect(action).toHaveBeenCalledOnce();
});

it("Enter in a field doesn't send a dialog that is incomplete", async () => {
  const action = vi.fn(async () => ({ notice: { level: "success", text: "Saved." } }) satisfies ActionAnswer);
  function CodeDialog() {
    const [code, setCode] = useState("A");
    return (
      <FormDialog title="Code" submitLabel="Save" incomplete={code === "A"} call={SAVE} onClose={() => {}}>
        <TextInput name="code" label="Code" defaultValue="A" onValue={setCode} />
      </FormDialog>
    );
  }
  renderConsole([{ path: "/codes", element: <CodeDialog />, action }], "/codes");
  const user = userEvent.setup();
  const field = await screen.findByRole("textbox", { name: "Code" });
  await user.type(field, "{Enter}");
  expect(action).not.toHaveBeenCalled();
  await user.type(field, "B{Enter}");
  await screen.findByText("Saved.");
  expect(action).toHaveBeenCalledOnce();
});

it("a call that is repeated after a lost answer has its key, and one with other values another key", async () => {
  const keys: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    keys.push((await request.json()).input.operationId);
    return { offline: true, notice: { level: "critical", text: `No answer ${keys.length}.` } };
  };
  function NoteForm() {
    const fetcher = useFetcher<ActionAnswer>();
    return (
      <ActionForm fetcher={fetcher} call={{ call: "notes.add", input: { id: "1" } }} isNewWhenChanged>
        <TextInput name="text" label="Note" />
        <button type="submit">Add</button>
      </ActionForm>
    );
  }
  renderConsole([{ path: "/", element: <NoteForm />, action }]);
  for (const [index, text] of ["A", "A", "B", "A"].entries()) {
    fireEvent.change(screen.getByRole("textbox", { name: "Note" }), { target: { value: text } });
    fireEvent.click(screen.getByRole("button", { name: "Add" }));
    await screen.findByText(`No answer ${index + 1}.`);
    await act(async () => {});
  }
  const [first, again, other, back] = keys;
  expect([again, back]).toEqual([first, first]);
  expect(other).not.toBe(first);
});
