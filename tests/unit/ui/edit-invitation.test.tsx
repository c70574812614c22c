// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { INVITED_LISTS, type InvitationRow } from "~/domain/invitations/list.server";
import { InvitedUsersPage } from "~/domain/invitations/ui/InvitedUsersPage";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const AT = "2026-12-01T15:00:00.000Z";
const ANA: InvitationRow = {
  id: "1",
  displayName: "Ana Martin",
  firstName: "Ana",
  lastName: "Martin",
  email: "ana@x.example",
  createdAt: AT,
  state: "sent",
  stateAt: AT,
  problem: null,
  mailId: null,
  tags: ["Partner"],
  mails: 1,
  expiresAt: AT,
  customerId: null,
  isMtd: false,
  groupId: "",
  version: 1,
};

const Page = () => (
  <InvitedUsersPage
    audience="partner"
    list={INVITED_LISTS.partner.declaration}
    tab="invited"
    state={{ search: "", sort: "createdAt desc" }}
    only={undefined}
    result={pageOfRows([useLoaderData() as InvitationRow])}
    counts={{ invited: 1, registered: 0 }}
    mtd={false}
    views={[]}
  />
);

it("names that someone else changed since can be changed on top, without typing them again", async () => {
  let stored = ANA;
  const posted: Record<string, unknown>[] = [];
  const action = async ({ request }: { request: Request }) => {
    const [row] = (await request.json()).input.excelData;
    posted.push(row);
    return row.version === stored.version
      ? { accepted: true, notice: { level: "success", text: "Saved." } }
      : { status: 409, notice: { level: "warning", text: "It was changed." } };
  };
  renderConsole(
    [{ path: "/partnerusers", element: <Page />, loader: () => stored, action }],
    "/partnerusers",
  );
  fireEvent.click(await screen.findByRole("button", { name: "More actions for Ana Martin" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Edit Ana Martin", hidden: true }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Ana Martin" }));
  fireEvent.change(dialog.getByRole("textbox", { name: "First Name" }), { target: { value: "Anna" } });
  stored = { ...ANA, displayName: "Ana Martinez", lastName: "Martinez", version: 2 };
  fireEvent.click(dialog.getByRole("button", { name: "Submit" }));
  fireEvent.click(await screen.findByRole("button", { name: "Apply my changes on top" }));
  await screen.findByText("Saved.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const { id, email } = ANA;
  expect(posted).toEqual([
    { id, email, version: 1, first_name: "Anna", last_name: "Martin" },
    { id, email, version: 2, first_name: "Anna", last_name: "Martinez" },
  ]);
});
