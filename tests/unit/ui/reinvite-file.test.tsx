// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { INVITED_LISTS } from "~/domain/invitations/list.server";
import { InvitedUsersPage, type InvitedUsersPageData } from "~/domain/invitations/ui/InvitedUsersPage";
import type { ReadSheet } from "~/ui/import/reader-messages";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

/** Per file name: resolves when the test delivers the file's addresses. */
const deliveries = vi.hoisted(() => new Map<string, (emails: string[]) => void>());
const closed = vi.hoisted(() => new Set<string>());
const NEVER_READ = vi.hoisted(() => "never-read.csv");

// jsdom has no workers. Each file has one column, and its rows are delivered by the test.
vi.mock("~/ui/import/sheet-reader", () => ({
  SheetReader: class {
    name = "";
    async read(file: File) {
      this.name = file.name;
      if (file.name === NEVER_READ) return new Promise<ReadSheet>(() => {});
      return { fileName: file.name, columns: [{ heading: "Email" }], slices: 1 } as unknown as ReadSheet;
    }
    async *rows({ fileName }: ReadSheet) {
      const emails = await new Promise<string[]>((resolve) => deliveries.set(fileName, resolve));
      for (const email of emails) yield { cells: [email] };
    }
    close() {
      closed.add(this.name);
    }
  },
}));

const page: InvitedUsersPageData = {
  list: INVITED_LISTS.partner.declaration,
  tab: "invited",
  state: { search: "", sort: "createdAt desc" },
  only: undefined,
  result: pageOfRows([]),
  counts: { invited: 0, registered: 0 },
  mtd: false,
  views: [],
};

/** Opens the dialog. @returns how to choose a file in it */
async function openDialog(answers: readonly object[]) {
  const posts: unknown[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push((await request.json()).input.excelData);
    return answers[posts.length - 1] ?? null;
  };
  const element = <InvitedUsersPage audience="partner" {...page} />;
  renderConsole([{ path: "/partnerusers", element, action, loader: () => null }], "/partnerusers");
  fireEvent.click(await screen.findByRole("button", { name: "Reinvite Excel" }));
  const dialog = await screen.findByRole("dialog", { name: "Upload Excel" });
  const user = userEvent.setup({ applyAccept: false });
  const upload = (name: string) =>
    user.upload(dialog.querySelector("input[type=file]") as HTMLInputElement, new File([""], name));
  const choose = async (name: string) => {
    await upload(name);
    await waitFor(() => expect(deliveries.has(name)).toBe(true));
  };
  const reinvite = () => fireEvent.click(within(dialog).getByRole("button", { name: "Reinvite" }));
  return { dialog, posts, upload, choose, reinvite };
}

beforeEach(() => {
  deliveries.clear();
  closed.clear();
});

it("shows in the dialog why no one was reinvited, keeps the file, and closes once some are", async () => {
  const { dialog, posts, choose, reinvite } = await openDialog([
    { notice: { level: "warning", text: "1 person was not reinvited. No such invitation." } },
    {
      accepted: true,
      value: { invited: 1, notSent: null },
      notice: { level: "warning", text: "All but one." },
    },
  ]);
  await choose("people.csv");
  deliveries.get("people.csv")?.(["ann@x.example", "bob@x.example"]);
  await within(dialog).findByText("people.csv: 2 addresses");
  reinvite();
  await within(dialog).findByText(/No such invitation/);
  expect(screen.getAllByText(/No such invitation/)).toHaveLength(1);
  reinvite();
  await screen.findByText("All but one.");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Upload Excel" })).toBeNull());
  await screen.findByText("Background reinvite process is started...");
  expect(posts).toEqual(
    Array.from({ length: 2 }, () => [{ Email: "ann@x.example" }, { Email: "bob@x.example" }]),
  );
});

it("keeps the addresses of the file that was chosen last", async () => {
  const { dialog, choose } = await openDialog([]);
  await choose("first.csv");
  await choose("second.csv");
  deliveries.get("second.csv")?.(["bob@x.example"]);
  await within(dialog).findByText("second.csv: 1 address");
  deliveries.get("first.csv")?.(["ann@x.example"]);
  await waitFor(() => expect([...closed]).toEqual(["second.csv", "first.csv"]));
  within(dialog).getByText("second.csv: 1 address");
});

it("forgets the addresses of a file when another one is chosen", async () => {
  const { dialog, upload, choose } = await openDialog([]);
  const expectNoAddresses = () => {
    expect(within(dialog).queryByText("people.csv: 1 address")).toBeNull();
    const reinvite = within(dialog).getByRole("button", { name: "Reinvite" });
    expect(reinvite.getAttribute("aria-disabled")).toBe("true");
  };
  const choosePeople = async () => {
    await choose("people.csv");
    deliveries.get("people.csv")?.(["ann@x.example"]);
    await within(dialog).findByText("people.csv: 1 address");
    deliveries.clear();
  };
  await choosePeople();
  await upload(NEVER_READ);
  await within(dialog).findByText(`Reading ${NEVER_READ}`);
  expectNoAddresses();
  fireEvent.click(within(dialog).getByRole("button", { name: "Stop" }));
  await choosePeople();
  await upload("letter.pdf");
  await within(dialog).findByText(/Other kinds of files/);
  expectNoAddresses();
});
