// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, it } from "vitest";
import type { CardCustomer, PartProps } from "~/domain/customers/card-part";
import type { LatestNotes } from "~/domain/notes/notes.server";
import { NotesPart } from "~/domain/notes/ui/NotesPart";
import { HistoryPart } from "~/functions/activity/ui/activity-cells";
import { StoreCreditPart } from "~/functions/credits/ui/StoreCreditPart";
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

const author = { id: "1", name: "Olive Owner" };
const note = { id: "1", text: "Called", author, at: AT, editedAt: null, version: 1, isOwn: false };

it("a card's notes say that there are older ones", async () => {
  renderPart(NotesPart, { notes: [note], hasMore: true });
  await screen.findByText(/There are older notes/);
  expect(await addressOf("history")).toBe("/activity/customer/7");
});

it("a card issues credit to a customer who never had any, and shows why it was refused", async () => {
  const posted: unknown[] = [];
  const customer = { displayName: "Ann Lee" } as CardCustomer;
  const refused = { id: "7", postingId: null, state: "FAILED", problem: "Shopify's limit is reached." };
  renderConsole([
    { path: "/", element: <StoreCreditPart data={{ statement: null }} customer={customer} customerId="7" /> },
    {
      path: "/credits",
      action: async ({ request }) => {
        posted.push(await request.json());
        return { notice: { level: "critical", text: "1 was refused." }, value: { list: [refused] } };
      },
    },
  ]);
  expect((await screen.findByRole("button", { name: "Adjust balance" })).ariaDisabled).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Issue credit" }));
  fireEvent.change(await screen.findByLabelText("Credit"), { target: { value: "12.50" } });
  fireEvent.change(screen.getByLabelText("Reference"), { target: { value: "A late parcel" } });
  await screen.findByText("Balance: $0.00 now, $12.50 afterward.");
  const dialog = screen.getByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Issue credit" }));
  await within(dialog).findByText("Shopify's limit is reached.");
  const body = { ids: "7", amount: "12.50", reference: "A late parcel", onRepeat: "ask" };
  expect(posted).toMatchObject([{ call: "credits.issueCredits", input: { body } }]);
});

it("a note that another window changes while it is edited shows both texts, and what was typed can be saved over it", async () => {
  let stored = { ...note, isOwn: true };
  const posted: object[] = [];
  const text = "You changed this note in another window.";
  const Card = () => {
    const data = useLoaderData() as LatestNotes;
    return <NotesPart data={data} customer={{} as CardCustomer} customerId="7" />;
  };
  const { router } = renderConsole([
    { path: "/", element: <Card />, loader: () => ({ notes: [stored], hasMore: false }) },
    {
      path: "/customers/7/notes",
      action: async ({ request }) => {
        posted.push((await request.json()).input);
        return posted.length > 1 ? {} : { status: 409, notice: { level: "warning", text } };
      },
    },
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Edit note" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Note" }), { target: { value: "Wrote" } });
  await screen.findByRole("button", { name: "Save" });
  const before = stored.text;
  stored = { ...stored, text: "Called twice", version: 2 };
  await act(async () => router.revalidate());
  await waitFor(() => expect(router.state.revalidation).toBe("idle"));
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  const apply = await screen.findByRole("button", { name: "Apply my changes on top" });
  screen.getByText(`Changed from “${before}” to “Called twice” since you opened this.`);
  fireEvent.click(apply);
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted).toMatchObject([
    { version: 1, text: "Wrote" },
    { version: 2, text: "Wrote" },
  ]);
});
