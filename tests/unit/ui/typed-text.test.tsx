// @vitest-environment jsdom
/** A dialog with typed text in it isn't closed by a slip: by Escape, or by a click beside it. */
import "./browser";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import RejectDialog from "~/domain/registrations/ui/RejectDialog";
import { Dock } from "~/ui/Dock";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { renderConsole } from "./render-console";

const QUESTION = "Discard what you entered?";

const pressEscape = () => fireEvent.keyUp(document, { key: "Escape", keyCode: 27 });
const clickOutside = () => {
  const backdrop = document.querySelector("[data-portal-id] > div:last-child");
  if (backdrop) fireEvent.click(backdrop);
};

function openDialog() {
  const closed = vi.fn();
  const element = (
    <FormDialog title="Code" submitLabel="Save" call={{ call: "settings.save", input: {} }} onClose={closed}>
      <TextInput name="code" label="Code" defaultValue="A" />
    </FormDialog>
  );
  renderConsole([{ path: "/codes", element }], "/codes");
  return { closed, user: userEvent.setup() };
}

it.each([
  ["Escape", pressEscape],
  ["a click outside", clickOutside],
])("asks before %s closes a dialog with typed text, and keeps the text", async (_what, close) => {
  const { closed, user } = openDialog();
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Code" });
  await user.type(field, "BC");
  close();
  const question = await screen.findByRole("dialog", { name: QUESTION });
  // It belongs to the question.
  pressEscape();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: QUESTION })).toBeNull());
  expect(closed).not.toHaveBeenCalled();
  expect([question.isConnected, field.value, document.activeElement]).toEqual([false, "ABC", field]);
  close();
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  expect(closed).toHaveBeenCalledTimes(1);
});

it("asks nothing before closing a dialog without typed text, or whose text was removed again", async () => {
  const { closed, user } = openDialog();
  const field = await screen.findByRole("textbox", { name: "Code" });
  pressEscape();
  expect(closed).toHaveBeenCalledTimes(1);
  await user.type(field, "B");
  await user.type(field, "{Backspace}");
  clickOutside();
  expect(closed).toHaveBeenCalledTimes(2);
});

it("closes a dialog with typed text by its own buttons without a question", async () => {
  const { closed, user } = openDialog();
  await user.type(await screen.findByRole("textbox", { name: "Code" }), "B");
  const [cross, button] = screen.getAllByRole("button", { name: "Close" });
  for (const one of [cross, button]) if (one) await user.click(one);
  expect(closed).toHaveBeenCalledTimes(2);
});

it("doesn't ask for a choice that a click made", async () => {
  const closed = vi.fn();
  const reasons = [{ code: "old", label: "Too old", text: "It is too old.", active: true }];
  const element = <RejectDialog title="Reject?" reasons={reasons} onReject={() => {}} onClose={closed} />;
  renderConsole([{ path: "/students", element }], "/students");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("radio", { name: /Too old/ }));
  pressEscape();
  expect(closed).toHaveBeenCalledTimes(1);
  await user.type(screen.getByRole("textbox"), "Called twice");
  pressEscape();
  await screen.findByRole("dialog", { name: QUESTION });
  expect(closed).toHaveBeenCalledTimes(1);
});

it("asks before Escape closes a form below a list", async () => {
  const closed = vi.fn();
  const element = (
    <Dock onClose={closed}>
      <input aria-label="Amount" />
    </Dock>
  );
  renderConsole([{ path: "/credits", element }], "/credits");
  const user = userEvent.setup();
  await user.type(await screen.findByRole("textbox", { name: "Amount" }), "12{Escape}");
  const question = within(await screen.findByRole("dialog", { name: QUESTION }));
  expect(closed).not.toHaveBeenCalled();
  await user.click(question.getByRole("button", { name: "Discard" }));
  expect(closed).toHaveBeenCalledTimes(1);
});
