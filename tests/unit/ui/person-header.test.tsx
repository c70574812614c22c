// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CardCustomer } from "~/domain/customers/card-part";
import type { CardPlace } from "~/domain/registrations/decision";
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
  fireEvent.click(screen.getByRole("button", { name: "Approve Ann Lee" }));
  await waitFor(() => expect(answers).toHaveLength(1));
  fireEvent.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[0]?.());
  await screen.findByText("Done.");
  expect(router.state.navigation.location?.pathname).toBe("/customers/3");
  localStorage.clear();
});
