// @vitest-environment jsdom
import "./browser";
import { screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, it } from "vitest";
import type { CardCustomer, PartProps } from "~/domain/customers/card-part";
import { NotesPart } from "~/domain/notes/ui/NotesPart";
import { HistoryPart } from "~/functions/activity/ui/HistoryPart";
import { MailsPart } from "~/functions/mail/ui/MailsPart";
import { renderConsole } from "./render-console";

const AT = "2026-06-01T10:00:00Z";

function renderPart<Data>(Part: ComponentType<PartProps<Data>>, data: Data) {
  const customer = {} as CardCustomer;
  renderConsole([{ path: "/", element: <Part data={data} customer={customer} customerId="7" /> }]);
}

const addressOf = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");

it("a card's history links to the earlier changes", async () => {
  const entries = [{ id: "1", who: "Olive Owner", what: "approved", at: AT }];
  renderPart(HistoryPart, { entries, earlierUrl: "/activity/customer/7?direction=next&last_id=x" });
  expect(await addressOf("Earlier changes")).toBe("/activity/customer/7?direction=next&last_id=x");
});

const mail = {
  id: "1",
  subject: "Your registration",
  kind: "Registration ends soon",
  to: { email: "ann@x.example", name: "Ann Lee" },
  createdAt: AT,
  state: "sent",
  problem: null,
} as never;

it("a card's emails link to the list when there are more", async () => {
  renderPart(MailsPart, { rows: [mail], hasNextPage: true });
  expect(await addressOf("All emails")).toBe("/mail?q=7");
});

it("a card's emails have no link to the list when all are shown", async () => {
  renderPart(MailsPart, { rows: [mail], hasNextPage: false });
  await screen.findByText("Your registration");
  expect(screen.queryByRole("link", { name: "All emails" })).toBeNull();
});

it("a card's notes say that there are older ones", async () => {
  const author = { id: "1", name: "Olive Owner" };
  const note = { id: "1", text: "Called", author, at: AT, editedAt: null, version: 1, isOwn: false };
  renderPart(NotesPart, { notes: [note], hasMore: true });
  await screen.findByText(/There are older notes/);
  expect(await addressOf("history")).toBe("/activity/customer/7");
});
