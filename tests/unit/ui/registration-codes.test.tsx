// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { answerCall } from "~/core/answer-call.server";
import { codesList } from "~/domain/codes/list.server";
import { codeTexts } from "~/functions/registrationCodes/page.server";
import type { CodeRow } from "~/functions/registrationCodes/schemas";
import { CodesPage } from "~/functions/registrationCodes/ui/CodesPage";
import { isDisabled } from "../../support/on-screen.ts";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const SPRING: CodeRow = {
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
};

const List = () => <CodesPage {...(useLoaderData() as Parameters<typeof CodesPage>[0])} />;

it("says why codes or partners couldn't be read, and edits a code with its own partner", async () => {
  const requests: unknown[] = [];
  const partnersProblem = "Error getting partners list: Too many.";
  let rows = [SPRING];
  let problem: string | null = null;
  const update = async (input: unknown) => {
    requests.push(input);
    return { status: true, msg: "Registration code SPRING is saved." };
  };
  renderConsole(
    [
      {
        path: "/registrationCodes",
        element: <List />,
        loader: () => ({
          list: codesList.declaration,
          active: "Active",
          state: { search: "", sort: "id desc", page: 1 },
          result: pageOfRows(rows),
          partners: [],
          problem,
          partnersProblem,
        }),
        action: async ({ request }) =>
          answerCall({ registrationCodes: { update } }, codeTexts, await request.json()),
      },
    ],
    "/registrationCodes",
  );
  await screen.findByRole("table");
  screen.getByText(partnersProblem);
  expect(screen.queryByText(/^There are no partners yet/)).toBeNull();
  expect(isDisabled("Add new Registation Code")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Edit SPRING" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Update Registration Code" }));
  const tags = dialog.getByRole("textbox", { name: "Tags (optional)" });
  fireEvent.change(tags, { target: { value: "VIP, Spring" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(requests).toMatchObject([{ partner: { handle: "acme" }, tags: "VIP, Spring" }]));
  rows = [];
  problem = "Error getting registration codes: Too many.";
  fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await screen.findByText(problem);
  screen.getByText("The list couldn't be loaded");
  expect(screen.queryByText(/^No registration codes found/)).toBeNull();
});
