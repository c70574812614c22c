// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { invitesList, registeredList } from "~/functions/invites/list.server";
import { InvitedUsers, type Person, RegisteredUsers } from "~/functions/invites/ui/InvitedUsers";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

// jsdom has no workers. A file about shoes has no email addresses.
vi.mock("~/ui/import/sheet-reader", () => ({
  SheetReader: class {
    read = async (file: File) => ({
      fileName: file.name,
      columns: [{ heading: file.name === "shoes.csv" ? "Shoe size" : "Email" }],
      rows: 1,
      slices: 1,
    });
    close() {}
  },
}));

const AT = "2026-12-01T15:00:00.000Z";
const person = (name: string): Person => ({
  id: name,
  customerID: name,
  displayName: name,
  firstName: name,
  lastName: "Lee",
  email: `${name}@x.example`,
  userType: "Distributor",
  userTypeID: 7,
  createdAt: AT,
  tags: [],
  state: "sent",
  stateAt: AT,
  problem: null,
  mailId: null,
  shopifyCustomerId: null,
  url: null,
});

function renderAnnAndBo(action: (call: { request: Request }) => Promise<unknown>) {
  const element = (
    <InvitedUsers
      list={invitesList.declaration}
      state={{ search: "", sort: "createdAt desc" }}
      result={pageOfRows([person("Ann"), person("Bo")])}
      userTypes={[]}
    />
  );
  renderConsole([{ path: "/invites", element, action, loader: () => null }], "/invites");
}

it("asks before it deletes the invitation of a row, and keeps the selection of other rows", async () => {
  const posts: Record<string, unknown>[] = [];
  const action = async ({ request }: { request: Request }) => {
    const { call, input } = await request.json();
    posts.push({ call, list: input.list });
    return { notice: { level: "success", text: "Deleted." } };
  };
  renderAnnAndBo(action);
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select Bo" });
  fireEvent.click(box);
  fireEvent.click(screen.getByRole("button", { name: "More actions for Ann" }));
  fireEvent.click(
    await screen.findByRole("menuitem", { name: "Delete the invitation of Ann", hidden: true }),
  );
  const dialog = await screen.findByRole("dialog", { name: "Delete the invitation of Ann?" });
  expect(posts).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await screen.findByText("Deleted.");
  expect(posts).toEqual([{ call: "invites.removeMany", list: [{ id: "Ann", email: "Ann@x.example" }] }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(box.checked).toBe(true);
});

it("keeps a selection whose resending was refused when one person's is accepted", async () => {
  const action = async ({ request }: { request: Request }) => {
    const { input } = await request.json();
    return input.list.length > 1
      ? { status: 502, notice: { level: "critical", text: "Not now." } }
      : { operationId: input.operationId, notice: { level: "success", text: "Sent to one." } };
  };
  renderAnnAndBo(action);
  const boxes = await screen.findAllByRole<HTMLInputElement>("checkbox", { name: /^Select (Ann|Bo)$/ });
  for (const box of boxes) fireEvent.click(box);
  fireEvent.click(screen.getByRole("button", { name: "Bulk Resend" }));
  await screen.findByText("Not now.");
  fireEvent.keyDown(document.body, { key: "j" });
  fireEvent.keyDown(document.body, { key: "r" });
  await screen.findByText("Sent to one.");
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true]);
});

it("a file whose import got no answer is named, also beside the error of another, and sent again", async () => {
  const posts: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return { offline: true, notice: { level: "critical", text: "No answer." } };
  };
  const element = (
    <InvitedUsers
      list={invitesList.declaration}
      state={{ search: "", sort: "createdAt desc" }}
      result={pageOfRows([])}
      userTypes={[]}
    />
  );
  renderConsole(
    [
      { path: "/invites", element, loader: () => null },
      { path: "/invites/import", action },
    ],
    "/invites",
  );
  const input = await screen.findByLabelText("Spreadsheet of people to invite");
  const choose = (name: string) => fireEvent.change(input, { target: { files: [new File([""], name)] } });
  choose("people.csv");
  await screen.findByText(/^people\.csv was read\. /);
  choose("shoes.csv");
  await screen.findByText(/should have "email" header/);
  screen.getByText(/^people\.csv was read\. /);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(posts).toHaveLength(2));
  expect(posts[1]).toEqual(posts[0]);
});

it("the name of a registered user leads to the Shopify admin, in a window of its own", async () => {
  const url = "https://admin.shopify.com/store/x/customers/7";
  const ann = { ...person("Ann"), shopifyCustomerId: "7", url };
  const element = (
    <RegisteredUsers
      list={registeredList.declaration}
      state={{ search: "", sort: "createdAt desc" }}
      result={pageOfRows([ann, person("Bo")])}
    />
  );
  renderConsole([{ path: "/invites", element }], "/invites");
  const link = await screen.findByRole("link", { name: "Ann" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([url, "_blank"]);
  expect(screen.queryByRole("link", { name: "Bo" })).toBeNull();
});
