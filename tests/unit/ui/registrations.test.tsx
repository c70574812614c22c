// @vitest-environment jsdom
import "./browser";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { expect, it } from "vitest";
import type { RegistrationRow } from "~/domain/registrations/registration-row.server";
import type { RegistrationTab } from "~/domain/registrations/status";
import { RegistrationsPage } from "~/domain/registrations/ui/RegistrationsPage";
import { studentsList } from "~/functions/students/list.server";
import { cents } from "~/platform/money/cents";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const NOW = "2026-11-25T12:00:00.000Z";

const student = (name: string, remark: RegistrationRow["remark"]): RegistrationRow => ({
  id: `gid://shopify/Customer/${name}`,
  displayName: name,
  email: `${name}@x.example`,
  tags: [],
  createdAt: NOW,
  url: "",
  country: "",
  school: "",
  stp_endDate: "",
  amountSpentCents: cents(0),
  discount_limit: "",
  remark,
});

const Students = ({ tab, rows }: { tab: RegistrationTab; rows: RegistrationRow[] }) => (
  <RegistrationsPage
    title="Students"
    registration="student"
    list={studentsList.declaration}
    tab={tab}
    state={{ search: "", sort: "createdAt desc" }}
    result={pageOfRows(rows)}
    counts={{ pending: 0, waiting: 2, approved: 0, disabled: 0 }}
    mirror={{ heardAt: null, rebuiltAt: null }}
    views={[]}
    now={NOW}
  />
);

it("offers the way back to Pending only for a student with an open question", async () => {
  const question = {
    kind: "question",
    id: "q1",
    text: "Which school?",
    by: "Pat",
    at: NOW,
    answered: false,
    changed: false,
  } as const;
  const posts: object[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return null;
  };
  const element = <Students tab="waiting" rows={[student("Tagged", null), student("Asked", question)]} />;
  renderConsole([{ path: "/students", element, action, loader: () => null }], "/students");
  await screen.findByText("Tagged");
  const user = userEvent.setup();
  await user.keyboard("jb?");
  const help = await screen.findByRole("dialog");
  within(help).getByText("Edit the focused row");
  expect(within(help).queryByText("Back to pending: the focused row")).toBeNull();
  expect(posts).toEqual([]);
  await user.click(within(help).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("jb");
  await waitFor(() => expect(posts).toMatchObject([{ call: "questions.withdraw", input: { id: "q1" } }]));
});

it("asks no longer about a decision when another tab is shown, which would decide otherwise", async () => {
  let answer = () => {};
  const loader = async ({ request }: LoaderFunctionArgs) => {
    const tab = new URL(request.url).searchParams.get("tab") ?? "approved";
    if (tab === "pending") await new Promise<void>((resolve) => (answer = resolve));
    return tab;
  };
  const Page = () => (
    <Students tab={useLoaderData() as RegistrationTab} rows={[student("Ann", null), student("Ben", null)]} />
  );
  const reasons = { reject: { reasons: [] }, question: { reasons: [] } };
  const { router } = renderConsole(
    [
      { path: "/students", element: <Page />, loader },
      { path: "/reasons", loader: () => reasons },
    ],
    "/students",
  );
  const user = userEvent.setup();
  const reject = await screen.findByRole("button", { name: "Reject Ann" });
  act(() => void router.navigate("/students?tab=pending"));
  // The rows are covered, but the focus was on the button.
  reject.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Reject Ann?" });
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
