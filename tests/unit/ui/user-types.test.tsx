// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { userTypesList } from "~/domain/invitations/user-types/list.server";
import { UserTypes } from "~/functions/invites/ui/UserTypes";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

it("a deleted user type can only be restored, with the call of the notice's Undo", async () => {
  const posts: unknown[] = [];
  const type = { id: "7", userTypeID: 7, name: "Distributor", tags: "Trade", readOnly: false, version: 2 };
  const element = (
    <UserTypes
      list={userTypesList.declaration}
      state={{ search: "", sort: "name asc" }}
      result={pageOfRows([type])}
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
