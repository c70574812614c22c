// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { RegistrationRow } from "~/domain/registrations/registration-row.server";
import RejectDialog, { type Rejection } from "~/domain/registrations/ui/RejectDialog";
import { selectedOf, useDecisions } from "~/domain/registrations/ui/useDecisions";
import type { Notice } from "~/platform/notice";
import { renderConsole } from "./render-console";

const ANN = {
  id: "gid://shopify/Customer/1",
  displayName: "Ann Lee",
  email: "x".repeat(520),
} as RegistrationRow;

function Decider({ clear }: { clear?(): void }) {
  const [shown, setShown] = useState([ANN]);
  const { decide, decideMany } = useDecisions("student", "pending", shown);
  return (
    <>
      <button type="button" onClick={() => setShown(shown.length > 0 ? [] : [ANN])}>
        Ann {shown.length > 0 ? "leaves" : "returns"}
      </button>
      <button type="button" onClick={() => decide(ANN, "approved")}>
        Approve
      </button>
      <button type="button" onClick={() => decide(ANN, "disabled")}>
        Reject
      </button>
      <button
        type="button"
        onClick={() => decideMany(selectedOf([ANN]), "approved", undefined, () => clear?.())}
      >
        Approve all
      </button>
    </>
  );
}

it("a decision keeps its operation id, and a bulk decision its selection, until it succeeds", async () => {
  const answers: Notice[] = [
    { level: "critical", text: "No answer 1." },
    { level: "critical", text: "No answer 2." },
    { level: "success", text: "Done 3." },
    { level: "success", text: "Done 4." },
    { level: "critical", text: "No answer 5." },
    { level: "success", text: "Done 6." },
    { level: "success", text: "Done 7." },
  ];
  const ids: string[] = [];
  const labels: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    const { input } = await request.json();
    const { operationId } = input;
    ids.push(operationId);
    labels.push(...(input.customers ?? []).map(({ label }: { label: string }) => label));
    const notice = answers.shift();
    return { notice, ...(notice?.level === "success" && { operationId }) };
  };
  const clear = vi.fn();
  renderConsole([{ path: "/students", element: <Decider clear={clear} />, action }], "/students");
  const press = async (name: string, message: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await screen.findByText(message);
  };
  await press("Approve", "No answer 1.");
  await press("Reject", "No answer 2.");
  await press("Approve", "Done 3.");
  await press("Approve", "Done 4.");
  await press("Approve all", "No answer 5.");
  expect(clear).not.toHaveBeenCalled();
  await press("Approve all", "Done 6.");
  await waitFor(() => expect(clear).toHaveBeenCalledOnce());
  await press("Approve all", "Done 7.");

  await waitFor(() => expect(ids).toHaveLength(7));
  const [lost, other, again, later, lostMany, againMany, laterMany] = ids;
  expect(againMany).toBe(lostMany);
  expect(laterMany).not.toBe(lostMany);
  expect(again).toBe(lost);
  expect(other).not.toBe(lost);
  expect(later).not.toBe(lost);
  // A very long name doesn't refuse the selection.
  expect(labels[0]).toHaveLength(300);
});

it("after a refusal, or when the customer returns to the list, a decision has a new operation id", async () => {
  const ids: string[] = [];
  const action = async ({ request }: { request: Request }) => {
    ids.push((await request.json()).input.operationId);
    const notice: Notice = { level: "warning", text: `Not done ${ids.length}.` };
    return { notice, status: ids.length === 1 ? 409 : 502 };
  };
  renderConsole([{ path: "/students", element: <Decider />, action }], "/students");
  const press = async (name: string, message: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await screen.findByText(message);
  };
  await press("Approve", "Not done 1.");
  await press("Approve", "Not done 2.");
  await press("Approve", "Not done 3.");
  await press("Ann leaves", "Ann returns");
  await press("Ann returns", "Ann leaves");
  await press("Approve", "Not done 4.");

  const [refused, lost, again, later] = ids;
  expect(lost).not.toBe(refused);
  expect(again).toBe(lost);
  expect(later).not.toBe(lost);
});

function Rejecter() {
  const { decide, noteOf } = useDecisions("student", "pending", [ANN]);
  const [isOpen, setOpen] = useState(false);
  const onReject = (rejection: Rejection) => {
    decide(ANN, "disabled", rejection);
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <RejectDialog
          title="Reject Ann Lee?"
          reasons={[]}
          initialNote={noteOf(ANN.id)}
          onReject={onReject}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

it("the note of a rejection is kept until the server has taken it", async () => {
  let isRefused = true;
  const action = async ({ request }: { request: Request }) => {
    const { operationId } = (await request.json()).input;
    return isRefused
      ? { status: 409, notice: { level: "warning", text: "Ann Lee is now Approved." } }
      : { operationId, notice: { level: "success", text: "Rejected." } };
  };
  renderConsole([{ path: "/students", element: <Rejecter />, action }], "/students");
  const open = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Open" }));
    return screen.findByRole<HTMLInputElement>("textbox", { name: "Note for the staff (optional)" });
  };
  const reject = () => fireEvent.click(screen.getByRole("button", { name: "Reject" }));
  fireEvent.change(await open(), { target: { value: "Called twice." } });
  reject();
  await screen.findByText("Ann Lee is now Approved.");
  isRefused = false;
  expect((await open()).value).toBe("Called twice.");
  reject();
  await screen.findByText("Rejected.");
  expect((await open()).value).toBe("");
});

it("a note keeps the focus when the page is rendered again, as when an earlier decision is answered", async () => {
  const reason = { code: "no-proof", label: "Proof missing", text: "It is missing.", active: true };
  function Renderer() {
    const [count, setCount] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          {`Rendered ${count}`}
        </button>
        <RejectDialog title="Reject Ann Lee?" reasons={[reason]} onReject={() => {}} onClose={() => {}} />
      </>
    );
  }
  renderConsole([{ path: "/students", element: <Renderer /> }], "/students");
  const note = await screen.findByRole("textbox", { name: "Note for the staff (optional)" });
  expect((document.activeElement as HTMLInputElement).type).toBe("radio");
  note.focus();
  fireEvent.click(screen.getByText("Rendered 0"));
  screen.getByText("Rendered 1");
  expect(document.activeElement).toBe(note);
});

it("a rejection isn't sent by the Enter that ends the composition of a character", async () => {
  const onReject = vi.fn();
  const element = (
    <RejectDialog title="Reject Ann Lee?" reasons={[]} onReject={onReject} onClose={() => {}} />
  );
  renderConsole([{ path: "/students", element }], "/students");
  const note = await screen.findByRole("textbox", { name: "Note for the staff (optional)" });
  fireEvent.change(note, { target: { value: "学生" } });
  fireEvent.keyDown(note, { key: "Enter", isComposing: true });
  // In Safari, the composition has ended before.
  fireEvent.keyDown(note, { key: "Enter", keyCode: 229 });
  expect(onReject).not.toHaveBeenCalled();
  fireEvent.keyDown(note, { key: "Enter" });
  expect(onReject).toHaveBeenCalledWith({ reason: "", note: "学生", notify: false });
});
