// @vitest-environment jsdom
/** Leaving a page with unsaved changes. */
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { TextInput } from "~/ui/form/fields";
import { isAccepted } from "~/ui/OperationId";
import { PageLink } from "~/ui/PageLink";
import { useFetcher } from "~/ui/useFetcher";
import { renderConsole } from "./render-console";

/** The answers that the admin still owes: each one lets the page be left. */
const asked: (() => void)[] = [];
afterEach(() => {
  asked.length = 0;
});
const admin = {
  saveBar: { leaveConfirmation: () => new Promise<void>((resolve) => asked.push(resolve)) },
  loading() {},
};

function NameForm({ stays = false }) {
  const fetcher = useFetcher<ActionAnswer>();
  const navigate = useNavigate();
  const isSaved = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (isSaved && !stays) navigate("/saved");
  }, [isSaved, stays, navigate]);
  return (
    <>
      <FormPage title="Name" fetcher={fetcher} call={{ call: "settings.save", input: {} }}>
        <TextInput name="name" label="Name" defaultValue="Ann" />
      </FormPage>
      <PageLink to="/name?tab=2">Tab 2</PageLink>
      <PageLink to="/other">Other page</PageLink>
    </>
  );
}

const SAVED: ActionAnswer = { notice: { level: "success", text: "The name was saved." } };

/** The form with another name in it. @param save what the action answers @param stays the page stays open once it is saved */
async function editedForm(
  save: () => Promise<ActionAnswer> = async () => SAVED,
  stays = false,
  load: () => null | Promise<null> = () => null,
) {
  Object.assign(window, { shopify: admin });
  const { router } = renderConsole(
    [
      { path: "/name", element: <NameForm stays={stays} />, loader: load, action: save },
      { path: "/other", element: <p>The other page</p>, loader: () => null },
      { path: "/saved", element: <p>The saved name</p>, loader: () => null },
    ],
    "/name",
  );
  fireEvent.input(await screen.findByLabelText("Name"), { target: { value: "Bea" } });
  await screen.findByText("Unsaved changes");
  return router;
}

const follow = (name: string) => fireEvent.click(screen.getByRole("link", { name }));
const nameOf = () => screen.getByLabelText<HTMLInputElement>("Name").value;

it("asks, and opens the other page when the person agrees", async () => {
  await editedForm();
  follow("Other page");
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(nameOf()).toBe("Bea");
  asked[0]?.();
  await screen.findByText("The other page");
});

it("keeps the page without an answer, asks again for the next link, and no longer after Discard", async () => {
  await editedForm();
  follow("Other page");
  await waitFor(() => expect(asked).toHaveLength(1));
  follow("Other page");
  await waitFor(() => expect(asked).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(nameOf()).toBe("Ann");
  follow("Other page");
  await screen.findByText("The other page");
  expect(asked).toHaveLength(2);
});

it("asks nothing for another address of the same page, and none where App Bridge is missing", async () => {
  const router = await editedForm();
  follow("Tab 2");
  await waitFor(() => expect(router.state.location.search).toBe("?tab=2"));
  expect(nameOf()).toBe("Bea");
  Object.assign(window, { shopify: undefined });
  follow("Other page");
  await screen.findByText("The other page");
  expect(asked).toEqual([]);
});

it("waits while the changes are being saved, and asks if they were refused", async () => {
  const saves: ((answer: ActionAnswer) => void)[] = [];
  await editedForm(() => new Promise((resolve) => saves.push(resolve)));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saves).toHaveLength(1));
  follow("Other page");
  expect(asked).toEqual([]);
  saves[0]?.({ fieldErrors: { name: "This name is taken." } });
  await screen.findByText("This name is taken.");
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(nameOf()).toBe("Bea");
});

it("opens the page that was chosen while the changes were being saved", async () => {
  const saves: ((answer: ActionAnswer) => void)[] = [];
  await editedForm(() => new Promise((resolve) => saves.push(resolve)), true);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saves).toHaveLength(1));
  follow("Other page");
  saves[0]?.(SAVED);
  await screen.findByText("The other page");
  expect(asked).toEqual([]);
});

it("has nothing unsaved as soon as the changes are saved, before the page's data have come again", async () => {
  let loads = 0;
  const load = () => (loads++ === 0 ? null : new Promise<null>(() => {}));
  await editedForm(undefined, true, load);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(loads).toBe(2));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  follow("Other page");
  await screen.findByText("The other page");
  expect(asked).toEqual([]);
});

it("lets the form lead on by itself once it is saved", async () => {
  await editedForm();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The saved name");
  expect(asked).toEqual([]);
});
