// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { codesList } from "~/domain/codes/list.server";
import { type CodeHistoryEntry, historyList } from "~/functions/registrationCodes/list.server";
import { codeTexts } from "~/functions/registrationCodes/page.server";
import type { CodeRow } from "~/functions/registrationCodes/schemas";
import { CodesPage } from "~/functions/registrationCodes/ui/CodesPage";
import { HistoryPage } from "~/functions/registrationCodes/ui/HistoryPage";
import { changedWhileEditing } from "~/platform/errors";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const PARTNERS = [
  { handle: "acme", name: "Acme Tools" },
  { handle: "guest-events", name: "Guest events" },
];

const code = (more: Partial<CodeRow>): CodeRow => ({
  id: "1",
  registrationCode: "SPRING",
  startDate: "2026-03-01",
  endDate: "2099-05-31",
  partner: { handle: "acme", name: "Acme Tools" },
  partnerName: "Acme Tools",
  spendLimit: 12_500,
  maxRegistrationCount: 1_000,
  currentRegistrationCount: 2,
  tags: "VIP",
  emailDomains: ["b.example"],
  status: "Active",
  link: "https://shop.example/apps/backroom/registration",
  version: 4,
  ...more,
});

let rows: CodeRow[];
let partners: typeof PARTNERS;
let problems: { problem: string | null; partnersProblem: string | null };
let requests: unknown[];
let filters: (string | null)[];
let refusal: Error | undefined;
beforeEach(() => {
  rows = [code({})];
  partners = PARTNERS;
  problems = { problem: null, partnersProblem: null };
  requests = [];
  filters = [];
  refusal = undefined;
});

const answer = async (input: unknown) => {
  requests.push(input);
  if (refusal) throw refusal;
  return { status: true, msg: "Registration code SPRING is saved." };
};
const calls = { registrationCodes: { create: answer, update: answer, updateEmailDomains: answer } };

const List = () => <CodesPage {...(useLoaderData() as Parameters<typeof CodesPage>[0])} />;

async function open() {
  renderConsole(
    [
      {
        path: "/registrationCodes",
        element: <List />,
        loader: ({ request }) => {
          const active = new URL(request.url).searchParams.get("active");
          filters.push(active);
          return {
            list: codesList.declaration,
            active: active ?? "Active",
            state: { search: "", sort: "id desc", page: 1 },
            result: pageOfRows(rows),
            partners,
            ...problems,
          };
        },
        action: async ({ request }) => answerCall(calls, codeTexts, await request.json()),
      },
    ],
    "/registrationCodes",
  );
  await screen.findByRole("table");
}

const table = () => within(screen.getByRole("table"));
const isDisabled = (element: HTMLElement) =>
  (element as HTMLButtonElement).disabled || element.getAttribute("aria-disabled") === "true";
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));
const field = (name: string) => dialog().getByRole<HTMLInputElement>("textbox", { name });
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

it("lists codes with their dates, spend limits and counts", async () => {
  rows = [
    code({}),
    code({ id: "2", registrationCode: "OPEN", spendLimit: null, maxRegistrationCount: null }),
  ];
  await open();
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  const headings = table()
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent?.replaceAll(/[↑↓]/g, ""));
  expect(headings).toEqual([
    "ID",
    "Registration Code",
    "Start Date / End Date",
    "Partner",
    "Spend Limit",
    "Tags",
    "Max Count",
    "Current Count",
    "Action",
  ]);
  const cellsOf = (name: string) =>
    within(screen.getByText(name).closest("tr") as HTMLElement)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent)
      .slice(2, 8);
  expect(cellsOf("SPRING")).toEqual([
    "03/01/202605/31/2099",
    "Acme Tools",
    "$12,500.00",
    "VIP",
    "1,000",
    "2",
  ]);
  expect(cellsOf("OPEN").slice(2, 5)).toEqual(["", "VIP", ""]);
});

it("filters by status, Active at first", async () => {
  await open();
  const status = screen.getByLabelText<HTMLSelectElement>("Status");
  expect([...status.options].map(({ text }) => text)).toEqual(["Active", "Inactive", "All"]);
  expect(status.value).toBe("Active");
  fireEvent.change(status, { target: { value: "Inactive" } });
  await waitFor(() => expect(filters).toEqual([null, "Inactive"]));
});

it("adds no code without partners, and changes none of guest events that has expired", async () => {
  partners = [];
  const expired = { status: "Expired", registrationCode: "OVER" } as const;
  rows = [
    code({ id: "1", ...expired }),
    code({ id: "2", status: "Expired", registrationCode: "GUESTS", partner: PARTNERS[1] }),
    code({ id: "3", registrationCode: "NOW", partner: PARTNERS[1] }),
  ];
  await open();
  expect(isDisabled(button("Add new Registation Code"))).toBe(true);
  expect(isDisabled(button(/^Edit GUESTS/))).toBe(true);
  expect(isDisabled(button("Edit OVER"))).toBe(false);
  expect(isDisabled(button("Edit NOW"))).toBe(false);
  expect(isDisabled(button("Email Domains of GUESTS"))).toBe(false);
  await userEvent.keyboard("jj?");
  within(await screen.findByRole("dialog")).getByText("History the focused row");
  expect(dialog().queryByText("Edit the focused row")).toBeNull();
});

it("says why codes or partners couldn't be read, and edits a code with its own partner", async () => {
  partners = [];
  problems.partnersProblem = "Error getting partners list: Too many.";
  await open();
  screen.getByText(problems.partnersProblem);
  expect(screen.queryByText(/^There are no partners yet/)).toBeNull();
  expect(isDisabled(button("Add new Registation Code"))).toBe(true);
  fireEvent.click(button("Edit SPRING"));
  await screen.findByRole("dialog", { name: "Update Registration Code" });
  fill("Tags (optional)", "VIP, Spring");
  fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(requests).toMatchObject([{ partner: { handle: "acme" }, tags: "VIP, Spring" }]));
  rows = [];
  problems.problem = "Error getting registration codes: Too many.";
  fireEvent.click(button("Refresh"));
  await screen.findByText(problems.problem);
  screen.getByText("The list couldn't be loaded");
  expect(screen.queryByText(/^No registration codes found/)).toBeNull();
});

it("creates a code when its fields are valid, with the first partner", async () => {
  rows = [];
  await open();
  expect(screen.getByText(/^No registration codes found\./)).toBeTruthy();
  fireEvent.click(button("Add new Registation Code"));
  await screen.findByRole("dialog", { name: "Add new Registration Code" });
  const save = () => dialog().getByRole("button", { name: "Save" });
  expect(field("Registration Code").maxLength).toBe(40);
  expect(field("Tags (optional)").maxLength).toBe(8_000);
  expect(field("Max Count (optional)").maxLength).toBe(8);
  expect(dialog().getByLabelText<HTMLSelectElement>("Partner").value).toBe("acme");
  fill("Registration Code", "AUTUMN");
  fill("Start Date", "01/02/2026");
  expect(isDisabled(save())).toBe(true);
  fill("End Date", "01/02/2026");
  expect(isDisabled(save())).toBe(true);
  dialog().getByText("The Start Date must be before the End Date.");
  fill("End Date", "01/03/2026");
  expect(isDisabled(save())).toBe(false);

  fill("Max Count (optional)", "1.5");
  fireEvent.click(save());
  await dialog().findByText("Enter the Max Count as a whole number, or leave it blank for no limit.");
  expect(requests).toEqual([]);
  fill("Max Count (optional)", "15");
  fireEvent.click(save());
  await waitFor(() =>
    expect(requests).toMatchObject([
      {
        registrationCode: "AUTUMN",
        startDate: "01/02/2026",
        endDate: "01/03/2026",
        partner: { handle: "acme" },
        spendLimit: null,
        maxRegistrationCount: 15,
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("updates a code only when something changed", async () => {
  await open();
  fireEvent.click(button("Edit SPRING"));
  await screen.findByRole("dialog", { name: "Update Registration Code" });
  const save = () => dialog().getByRole("button", { name: "Save" });
  expect(isDisabled(save())).toBe(true);
  fill("Tags (optional)", "VIP, Spring");
  expect(isDisabled(save())).toBe(false);
  fill("Tags (optional)", "VIP");
  expect(isDisabled(save())).toBe(true);
});

it("edits email domains, each once and sorted", async () => {
  await open();
  fireEvent.click(button("Email Domains of SPRING"));
  await screen.findByRole("dialog", { name: "Email Domains List" });
  const add = (domain: string) => {
    fireEvent.click(dialog().getByRole("button", { name: "Add domain" }));
    fireEvent.change(dialog().getAllByRole("textbox").at(-1) as HTMLElement, { target: { value: domain } });
  };
  expect(isDisabled(dialog().getByRole("button", { name: "Save" }))).toBe(true);
  expect(isDisabled(dialog().getByRole("button", { name: "Delete selected" }))).toBe(true);
  for (const domain of ["z.example", "a.example", "z.example", "extra.example"]) add(domain);
  fireEvent.click(dialog().getByRole("checkbox", { name: "Select extra.example" }));
  fireEvent.click(dialog().getByRole("button", { name: "Delete selected" }));
  fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(requests).toMatchObject([
      { id: "1", version: 4, emailDomains: ["a.example", "b.example", "z.example"] },
    ]),
  );
});

it("shows email domains that someone else has saved since, and saves what was entered on top", async () => {
  await open();
  fireEvent.click(button("Email Domains of SPRING"));
  await screen.findByRole("dialog", { name: "Email Domains List" });
  fireEvent.change(dialog().getByRole("textbox"), { target: { value: "mine.example" } });
  rows = [code({ version: 5, emailDomains: ["b.example", "theirs.example"] })];
  refusal = changedWhileEditing("This code was");
  fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  const apply = await screen.findByRole("button", { name: "Apply my changes on top" });
  dialog().getByText("The list is now:");
  dialog().getByText("theirs.example");
  expect(dialog().getByRole<HTMLInputElement>("textbox").value).toBe("mine.example");
  refusal = undefined;
  fireEvent.click(apply);
  await waitFor(() =>
    expect(requests).toMatchObject([
      { version: 4, emailDomains: ["mine.example"] },
      { version: 5, emailDomains: ["mine.example"] },
    ]),
  );
});

it("says that any address can use a code whose only domain was emptied", async () => {
  await open();
  fireEvent.click(button("Email Domains of SPRING"));
  await screen.findByRole("dialog", { name: "Email Domains List" });
  dialog().getByText(/^Only addresses of these domains/);
  for (const input of dialog().getAllByRole("textbox")) fireEvent.change(input, { target: { value: " " } });
  dialog().getByText(/^Any email address can use SPRING/);
});

it("shows the history with the labels of its actions", async () => {
  const entry = (id: string, action: CodeHistoryEntry["action"]): CodeHistoryEntry => ({
    id,
    action,
    changes: `Change ${id}`,
    createdDate: "2026-11-02T12:00:00.000Z",
    by: "Olive Owner",
  });
  const result = pageOfRows([entry("1", "C"), entry("2", "U")]);
  const state = { search: "", sort: "createdDate desc", page: 1 };
  const element = <HistoryPage list={historyList.declaration} state={state} result={result} problem={null} />;
  renderConsole([{ path: "/registrationCodes", element }], "/registrationCodes?tab=history");
  await screen.findByRole("table");
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["List", "History"]);
  const cells = table()
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);
  expect(cells).toEqual([
    "Create (Olive Owner)",
    "Change 1",
    "11/02/2026",
    "Update (Olive Owner)",
    "Change 2",
    "11/02/2026",
  ]);
});
