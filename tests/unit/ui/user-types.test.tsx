// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { userTypesList } from "~/domain/invitations/user-types/list.server";
import { UserTypes } from "~/functions/invites/ui/UserTypes";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

const TYPE = { id: "7", userTypeID: 7, name: "Distributor", tags: "Trade", readOnly: false, version: 2 };

it.each([
  [false, ["Edit Distributor", "Delete Distributor", "Make read-only: Distributor"]],
  [true, ["Restore Distributor"]],
])(
  "shows the actions of a row as the buttons that they are in other lists (deleted: %s)",
  (showsDeleted, names) => {
    const element = (
      <UserTypes
        list={userTypesList.declaration}
        state={{ search: "", sort: "name asc" }}
        result={pageOfRows([TYPE])}
        showsDeleted={showsDeleted}
        isOwner={true}
      />
    );
    renderConsole([{ path: "/invites", element }], "/invites");
    for (const name of names)
      expect(screen.getByRole("button", { name }).className).toContain("Polaris-Button--variantSecondary");
  },
);

it("a deleted user type can only be restored, with the call of the notice's Undo", async () => {
  const posts: unknown[] = [];
  const element = (
    <UserTypes
      list={userTypesList.declaration}
      state={{ search: "", sort: "name asc" }}
      result={pageOfRows([TYPE])}
      showsDeleted={true}
      isOwner={true}
    />
  );
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return { notice: { level: "success", text: "The user type “Distributor” was restored." } };
  };
  renderConsole([{ path: "/invites", element, action }], "/invites");
  fireEvent.click(await screen.findByRole("button", { name: "Restore Distributor" }));
  await screen.findByText("The user type “Distributor” was restored.");
  expect(posts).toEqual([
    { call: "invites.userTypes.restore", input: { id: "7", operationId: expect.any(String) } },
  ]);
  for (const name of ["Edit Distributor", "Delete Distributor", "Add New"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});
