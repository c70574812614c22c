// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router-dom";
import { expect, it, vi } from "vitest";
import type { CardCustomer } from "~/domain/customers/card-part";
import type { CardPlace } from "~/domain/registrations/decision";
import { type RegistrationTab, TAB_NAMES } from "~/domain/registrations/status";
import { PersonPage } from "~/functions/person/ui/PersonPage";
import { renderConsole } from "./render-console";

const ANN = {
  id: "gid://shopify/Customer/1",
  displayName: "Ann Lee",
  email: "ann@x.example",
  tags: ["Pending", "UserType:Student"],
  registrations: [{ noun: "student", status: "Pending" }],
  nationalPartner: "",
  createdAt: "2026-03-01T00:00:00Z",
  amountSpentCents: 0,
  values: {},
  url: "https://admin.shopify.com/store/x/customers/1",
} as unknown as CardCustomer;

const PLACE: CardPlace = {
  tab: "pending",
  position: 12,
  total: { count: 168, exact: true },
  nextUrl: "/customers/2?list=students&tab=pending&sort=name+asc",
  previousUrl: "/customers/3?list=students&tab=pending&sort=name+asc",
};

function open(tab: RegistrationTab, place: CardPlace) {
  const posted = vi.fn();
  const action = async ({ request }: { request: Request }) => {
    const isCall = request.headers.get("content-type")?.startsWith("application/json");
    posted(isCall ? await request.json() : Object.fromEntries(await request.formData()));
    const operationId = posted.mock.lastCall?.[0]?.input?.operationId;
    return { operationId, notice: { level: "success", text: "Done." } };
  };
  const customer = { ...ANN, registrations: [{ noun: "student", status: TAB_NAMES[tab] }] };
  const sync = { id: ANN.id, state: "never", at: null, error: null, syncedAt: null, changed: false };
  const parts = [
    {
      id: "decisions",
      data: { registrations: [{ registration: "student", tab, action: "/students" }], place },
    },
    { id: "sync", data: sync },
  ];
  const { router } = renderConsole(
    [
      { path: "/customers/:id", element: <PersonPage customer={customer} edit={null} parts={parts} /> },
      { path: "/students", action },
      { path: "/agora", action },
      { path: "/reasons", loader: () => ({ reject: { reasons: [] }, question: { reasons: [] } }) },
    ],
    "/customers/1",
  );
  return { posted, router };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const isDisabled = (name: string) =>
  button(name).getAttribute("aria-disabled") === "true" || button(name).disabled;

it("the card's header decides, and continues with the next and the previous one of the list", async () => {
  const { posted, router } = open("pending", PLACE);
  expect(screen.getByText("12 of 168")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sync Ann Lee" })).toBeNull();
  fireEvent.click(button("Approve Ann Lee"));
  // A second click before the answer decides nothing.
  fireEvent.click(button("Approve Ann Lee"));
  await screen.findByText("Done.");
  expect(posted.mock.calls).toMatchObject([
    [
      {
        call: "customers.changeStatus",
        input: { ids: { id: ANN.id }, removeTag: "Pending", addTag: "Approved" },
        about: "Ann Lee",
      },
    ],
  ]);
  fireEvent.click(button("Next pending"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/customers/2"));
  expect(router.state.location.search).toBe("?list=students&tab=pending&sort=name+asc");
  // Back leads to the list.
  expect(router.state.historyAction).toBe("REPLACE");
  fireEvent.click(button("Previous"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/customers/3"));
});

it("a remembered switch opens the next customer after a decision", async () => {
  const { router } = open("pending", PLACE);
  fireEvent.click(screen.getByLabelText("Open the next one after a decision"));
  fireEvent.click(button("Approve Ann Lee"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/customers/2"));
  localStorage.clear();
});

it("Reject and Ask open their dialogs and post to the registration's page", async () => {
  const { posted } = open("pending", PLACE);
  fireEvent.click(button("Reject Ann Lee"));
  await screen.findByRole("radio", { name: /No reason/ });
  fireEvent.click(screen.getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
  expect(posted.mock.calls[0]).toMatchObject([
    { call: "customers.changeStatus", input: { removeTag: "Pending", addTag: "Disabled" } },
  ]);
  await waitFor(() => expect(isDisabled("Ask Ann Lee for information")).toBe(false));
  fireEvent.click(button("Ask Ann Lee for information"));
  fireEvent.change(await screen.findByLabelText(/^Question/), {
    target: { value: "Which school?" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Send the question" }));
  await waitFor(() => expect(posted).toHaveBeenCalledTimes(2));
  expect(posted.mock.calls[1]).toMatchObject([
    { call: "questions.ask", input: { ids: { id: ANN.id }, text: "Which school?" } },
  ]);
});

it("an approved customer can be rejected and synced, the buttons stay in their places, and the last one has no next", async () => {
  const { posted } = open("approved", { ...PLACE, position: null, nextUrl: null, previousUrl: null });
  expect(["Approve Ann Lee", "Reject Ann Lee", "Ask Ann Lee for information"].map(isDisabled)).toEqual([
    true,
    false,
    true,
  ]);
  expect(screen.queryByText(/of 168/)).toBeNull();
  expect(["Previous", "Next pending"].map(isDisabled)).toEqual([true, true]);
  fireEvent.click(button("Sync Ann Lee"));
  await waitFor(() =>
    expect(posted.mock.calls).toMatchObject([[{ call: "agora.sync", input: { id: ANN.id } }]]),
  );
});

it("a decision's answer doesn't end the way to another page", async () => {
  const answers: (() => void)[] = [];
  const later = (answer: unknown) => new Promise((resolve) => answers.push(() => resolve(answer)));
  const action = async ({ request }: { request: Request }) => {
    const { input } = await request.json();
    return later({ operationId: input.operationId, notice: { level: "success", text: "Done." } });
  };
  const parts = [
    {
      id: "decisions",
      data: {
        registrations: [{ registration: "student", tab: "pending", action: "/students" }],
        place: PLACE,
      },
    },
  ];
  const { router } = renderConsole(
    [
      {
        path: "/customers/:id",
        element: <PersonPage customer={ANN} edit={null} parts={parts} />,
        loader: ({ params }) => (params.id === "3" ? later(null) : null),
      },
      { path: "/students", action },
    ],
    "/customers/1",
  );
  fireEvent.click(await screen.findByLabelText("Open the next one after a decision"));
  fireEvent.click(button("Approve Ann Lee"));
  await waitFor(() => expect(answers).toHaveLength(1));
  fireEvent.click(button("Previous"));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[0]?.());
  await screen.findByText("Done.");
  expect(router.state.navigation.location?.pathname).toBe("/customers/3");
  localStorage.clear();
});

/** Two cards, of which the first is open. */
function openTwo(parts: Parameters<typeof PersonPage>[0]["parts"]) {
  const customers: Record<string, CardCustomer> = {
    1: ANN,
    2: { ...ANN, id: "gid://shopify/Customer/2", displayName: "Ben Fox" },
  };
  const Page = () => (
    <PersonPage
      customer={useLoaderData() as CardCustomer}
      edit={{ list: "students", action: "/students" }}
      parts={parts}
    />
  );
  const loader = ({ params }: LoaderFunctionArgs) => customers[params.id ?? ""] ?? null;
  const reasons = { reject: { reasons: [] }, question: { reasons: [] } };
  return renderConsole(
    [
      { path: "/customers/:id", element: <Page />, loader },
      { path: "/reasons", loader: () => reasons },
    ],
    "/customers/1",
  );
}

it("a note that was begun isn't taken along to another customer", async () => {
  openTwo([
    { id: "decisions", data: { registrations: [], place: PLACE } },
    { id: "notes", data: { notes: [], hasMore: false } },
  ]);
  const note = await screen.findByRole("textbox", { name: "New note" });
  fireEvent.input(note, { target: { value: "Called Ann." } });
  await screen.findByText("Unsaved changes");
  fireEvent.click(button("Next pending"));
  await screen.findByRole("heading", { name: "Ben Fox" });
  expect(screen.queryByDisplayValue("Called Ann.")).toBeNull();
});

it.each([
  ["Edit", "Ann Lee"],
  ["Reject Ann Lee", /Reject/],
  ["Ask Ann Lee for information", /Ask/],
])("the dialog of %s doesn't stay when Back leads to another customer", async (name, title) => {
  const registrations = [{ registration: "student", tab: "pending", action: "/students" }];
  const { router } = openTwo([{ id: "decisions", data: { registrations, place: PLACE } }]);
  fireEvent.click(await screen.findByRole("button", { name }));
  await screen.findByRole("dialog", { name: title });
  await act(() => router.navigate("/customers/2"));
  await screen.findByText("Ben Fox");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
