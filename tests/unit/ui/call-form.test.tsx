// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Reason } from "~/domain/registrations/reasons/reason";
import AskDialog from "~/domain/registrations/ui/AskDialog";
import type { CouponPool } from "~/functions/coupons/read-pools.server";
import { PoolForm } from "~/functions/coupons/ui/PoolForm";
import InviteUserDialog from "~/functions/events/ui/InviteUserDialog";
import { renderConsole } from "./render-console";

const POOL = {
  id: "7",
  name: "Thanks",
  version: 3,
  discountId: null,
  percent: null,
  amount: "5.00",
  oncePerCustomer: true,
  assigns: true,
  startsAt: "2026-12-31T17:00:00.000Z",
  endsAt: null,
  owner: "Ada",
} as CouponPool;

/** Opens a dialog, or a page's form. @returns what it posts */
async function open(form: JSX.Element, answers: object[] = []) {
  const posted: { call: string; input: Record<string, unknown>; about?: string }[] = [];
  const action = async ({ request }: { request: Request }) => {
    const call = await request.json();
    // What the form asks while it is filled in.
    if (call.call === "coupons.previewRule") return { value: { orders: 0, text: "None." } };
    posted.push(call);
    return answers.shift() ?? { notice: { level: "success", text: "Done." } };
  };
  renderConsole(
    [
      { path: "/page", element: form, action },
      { path: "/coupons/pools", element: <h1>Pools</h1>, action },
    ],
    "/page",
  );
  await screen.findAllByRole("textbox");
  return posted;
}

const enter = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: new RegExp(`^${name}`) }), { target: { value } });

it("fields send what a call takes: numbers, instants, amounts, and null for blank", async () => {
  const posted = await open(<PoolForm pool={POOL} />);
  enter("Percent off", " 15 ");
  enter("Or amount off", " ");
  enter("Ends", "12/31/2027 11:59 PM");
  enter("Email when this many are free", "");
  fireEvent.click(screen.getByRole("checkbox", { name: "Once per customer" }));
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toEqual({
    call: "coupons.changePool",
    input: {
      id: "7",
      version: 3,
      name: "Thanks",
      percent: 15,
      amount: null,
      startsAt: "2026-12-31T17:00:00.000Z",
      // In the shop's time zone.
      endsAt: "2028-01-01T04:59:00.000Z",
      oncePerCustomer: false,
      assigns: true,
      product: "",
      tag: "",
      minimum: null,
      alertLevel: null,
      alertTo: "",
      operationId: expect.any(String),
    },
  });
});

it("a refusal is at its field, and a retry has the same operation id", async () => {
  const refused = {
    fieldErrors: { name: "Enter a name." },
    notice: { level: "critical", text: "Enter a name." },
    status: 400,
  };
  const posted = await open(<PoolForm pool={POOL} />, [refused]);
  // Keyboard work begins in the form.
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
  enter("Percent off", "15");
  const save = async () => fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await save();
  await screen.findByText("Enter a name.");
  await save();
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted[1]?.input.operationId).toBe(posted[0]?.input.operationId);
});

it("the fields and the operation id of an input in parts are in its body", async () => {
  const posted = await open(<InviteUserDialog eventId="7" onClose={() => {}} />);
  const guest = { "First Name": "Ann", "Last Name": "Lee", Email: "ann@example.com" };
  for (const [name, value] of Object.entries(guest))
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  const body = {
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@example.com",
    operationId: expect.any(String),
  };
  expect(posted[0]).toEqual({ call: "events.inviteOne", input: { params: { eventId: "7" }, body } });
});

it("posts who it is about, for the notice", async () => {
  const row = { id: "gid://shopify/Customer/1", displayName: "Ann Lee", email: "ann@example.com" };
  const questions = [
    { code: "proof", label: "Proof", text: "Please send a proof.", active: true },
  ] as Reason[];
  const posted = await open(
    <AskDialog registration="student" who={row} questions={questions} onClose={() => {}} />,
  );
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Question" });
  const choose = (value: string) => fireEvent.change(screen.getByLabelText("Text"), { target: { value } });
  fireEvent.change(field(), { target: { value: "Which school?" } });
  choose("proof");
  expect(field().value).toBe("Please send a proof.");
  // What was typed is there again.
  choose("");
  expect(field().value).toBe("Which school?");
  fireEvent.click(screen.getByRole("button", { name: "Send the question" }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toMatchObject({
    call: "questions.ask",
    input: { ids: { id: row.id }, registration: "student", text: "Which school?" },
    about: "Ann Lee",
  });
});

it("the preview of a pool's rule follows the checkbox when changes are discarded", async () => {
  await open(<PoolForm pool={POOL} />);
  const assigns = () => screen.getByRole<HTMLInputElement>("checkbox", { name: /^Assign and email/ });
  screen.getByText("Counting the orders of the last 30 days.");
  fireEvent.click(assigns());
  expect(screen.queryByText("Counting the orders of the last 30 days.")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(assigns().checked).toBe(true);
  screen.getByText("Counting the orders of the last 30 days.");
});

it("a preview of a pool's rule that is refused doesn't go on counting", async () => {
  const action = async () => ({
    status: 400,
    notice: { level: "critical", text: "Enter an amount." },
    fieldErrors: { minimum: "Enter an amount." },
  });
  const routes = [
    { path: "/page", element: <PoolForm pool={POOL} /> },
    { path: "/coupons/pools", action },
  ];
  renderConsole(routes, "/page");
  await screen.findByText("The orders of the last 30 days couldn't be counted.");
  expect(screen.queryByText("Counting the orders of the last 30 days.")).toBeNull();
});
