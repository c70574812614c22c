// @vitest-environment jsdom
import "./browser";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ProductMediaPageData } from "~/functions/productMedia/page.server";
import type { ActionAnswer } from "~/platform/notice";
import { button, GID, item, mediaTab, open, resetServer, server } from "./product-media-page";

beforeEach(resetServer);

afterEach(() => vi.unstubAllGlobals());

/** Shopify's question before unsaved changes are lost. @param answer settles when the person agrees */
function stubQuestion(answer: Promise<void>) {
  const ask = vi.fn(() => answer);
  vi.stubGlobal("shopify", { saveBar: { leaveConfirmation: ask }, loading() {} });
  return ask;
}

const confirm = async (name: string) =>
  fireEvent.click(await within(await screen.findByRole("dialog")).findByRole("button", { name }));

it("posts a changed text, an accepted suggestion and a status with the list's digest", async () => {
  await open(mediaTab([item(1), item(2, { text: "", newText: "drill side" })]));
  const text = screen.getByLabelText<HTMLInputElement>("Alt text of Image 1: Text 1");
  fireEvent.change(text, { target: { value: "Front" } });
  fireEvent.keyDown(text, { key: "Escape" });
  expect(text.value).toBe("Text 1");
  fireEvent.change(text, { target: { value: " Front " } });
  fireEvent.click(button("Save the alt text of Image 1: Text 1"));
  await waitFor(() => expect(server.posts).toHaveLength(1));

  // Shown, and nothing else, until it is accepted.
  expect(screen.getByText("Suggested: drill side")).toBeTruthy();
  await waitFor(() =>
    expect(button(/^Use the suggested text/).getAttribute("aria-disabled")).not.toBe("true"),
  );
  fireEvent.click(button("Use the suggested text for Image 2"));
  await waitFor(() => expect(server.posts).toHaveLength(2));
  await waitFor(() =>
    expect(button(/^Use the suggested text/).getAttribute("aria-disabled")).not.toBe("true"),
  );
  fireEvent.click(screen.getAllByLabelText("Active")[1] as HTMLElement);
  await waitFor(() => expect(server.posts).toHaveLength(3));
  const common = { sku: GID, digest: "d1" };
  expect(server.posts).toEqual([
    { ...common, call: "setText", mediaId: "1", text: "Front" },
    { ...common, call: "setText", mediaId: "2", text: "drill side" },
    { ...common, call: "setStatus", mediaId: "2", active: false },
  ]);
});

/** Posts wait for their answer, and each accepted one changes the list and its digest. */
function answerOneByOne() {
  const waiting: ((answer: ActionAnswer) => void)[] = [];
  let list = [item(1), item(2)];
  let digest = "d1";
  server.respond = async ({ call, mediaId, ...change }) => {
    const given = await new Promise<ActionAnswer>((resolve) => waiting.push(resolve));
    if (given.notice?.level !== "success") return given;
    const { active, text = "" } = change as { active: boolean; text?: string };
    const field = call === "setStatus" ? { active } : { text, fileText: text };
    list = list.map((one) => (one.id === mediaId ? { ...one, ...field } : one));
    digest += "+";
    server.data = mediaTab(list, digest);
    return given;
  };
  return {
    list,
    /** Answers the oldest post. */
    async answerNext(given: ActionAnswer) {
      await waitFor(() => expect(waiting).toHaveLength(1));
      await act(async () => waiting.shift()?.(given));
    },
  };
}
const active = (order: number) => screen.getAllByLabelText<HTMLInputElement>("Active")[order - 1];
const enterText = (label: string, value: string) => {
  const input = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.submit(input);
  return input;
};
const refusal: ActionAnswer = { notice: { level: "critical", text: "Refused." }, status: 409 };

it("saves changes in the order in which they were made, also those made during a save", async () => {
  const { list, answerNext } = answerOneByOne();
  const router = await open(mediaTab(list));
  fireEvent.click(active(2) as HTMLElement);
  fireEvent.click(active(1) as HTMLElement);
  fireEvent.click(active(2) as HTMLElement);
  const text = enterText("Alt text of Image 1: Text 1", "Front");
  fireEvent.change(text, { target: { value: "Front view" } });
  expect([active(1)?.checked, active(2)?.checked]).toEqual([false, true]);
  await screen.findByText("Unsaved changes");
  // Leaving waits until the last one is sent, and then asks about the text.
  const ask = stubQuestion(Promise.resolve());
  fireEvent.click(screen.getByRole("tab", { name: "Sync" }));
  for (let count = 0; count < 3; count++) {
    expect([router.state.location.search, ask.mock.calls.length]).toEqual(["?tab=media", 0]);
    await answerNext(server.answer);
  }
  await waitFor(() => expect(router.state.location.search).toBe("?tab=sync"));
  expect(ask).toHaveBeenCalledOnce();
  expect(text.value).toBe("Front view");
  await answerNext(server.answer);
  const common = { sku: GID };
  expect(server.posts).toEqual([
    { ...common, digest: "d1", call: "setStatus", mediaId: "2", active: false },
    { ...common, digest: "d1+", call: "setStatus", mediaId: "1", active: false },
    { ...common, digest: "d1++", call: "setStatus", mediaId: "2", active: true },
    { ...common, digest: "d1+++", call: "setText", mediaId: "1", text: "Front" },
  ]);
});

it("counts the texts that aren't saved, asks before another tab is opened, and saves or discards all of them", async () => {
  const { list, answerNext } = answerOneByOne();
  const router = await open(mediaTab(list));
  const ask = stubQuestion(new Promise(() => {}));
  const enter = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  enter("Alt text of Image 1: Text 1", "Front");
  enter("Alt text of Image 2: Text 2", "Side");
  await screen.findByText("2 unsaved changes");
  fireEvent.click(screen.getByRole("tab", { name: "Sync" }));
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  expect(router.state.location.search).toBe("?tab=media");

  fireEvent.click(button("Discard"));
  screen.getByDisplayValue("Text 1");
  screen.getByDisplayValue("Text 2");
  enter("Alt text of Image 1: Text 1", "Front");
  enter("Alt text of Image 2: Text 2", "Side");
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await answerNext(server.answer);
  await answerNext(server.answer);
  await waitFor(() => expect(screen.queryByText(/unsaved change/i)).toBeNull());
  expect(server.posts).toMatchObject([
    { call: "setText", mediaId: "1", text: "Front" },
    { call: "setText", mediaId: "2", text: "Side" },
  ]);
  fireEvent.click(screen.getByRole("tab", { name: "Sync" }));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=sync"));
  expect(ask).toHaveBeenCalledOnce();
});

it("has nothing unsaved once a text is saved, before the list has come again", async () => {
  await open(mediaTab([item(1)]));
  const text = enterText("Alt text of Image 1: Text 1", "Front");
  server.data = new Promise(() => {}) as never;
  await waitFor(() => expect(server.posts).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(text.value).toBe("Front");
});

it("shows the stored list after a refusal, and says that the later changes weren't saved", async () => {
  const { list, answerNext } = answerOneByOne();
  await open(mediaTab(list));
  fireEvent.click(active(1) as HTMLElement);
  fireEvent.click(active(2) as HTMLElement);
  const text = enterText("Alt text of Image 2: Text 2", "Side");
  // Someone else changed the same text.
  server.data = mediaTab([item(1), item(2, { text: "Other side" })], "d2");
  await answerNext(refusal);
  await screen.findByText("Your last 2 changes to the media of Drill weren't saved. Repeat them.");
  expect([active(1)?.checked, active(2)?.checked]).toEqual([true, true]);
  expect(text.value).toBe("Side");
  screen.getByText("It was changed to “Other side”. Save replaces that.");
  expect(server.posts).toHaveLength(1);
});

it("follows an alt text that someone else changed, without a word to who then begins to type", async () => {
  await open(mediaTab([item(1)]));
  server.data = mediaTab([item(1, { text: "Other side" })], "d2");
  fireEvent.click(button("Refresh"));
  const text = await screen.findByDisplayValue("Other side");
  fireEvent.change(text, { target: { value: "Other side, left" } });
  button(/^Save the alt text/);
  expect(screen.queryByText(/^It was changed to/)).toBeNull();
});

it("says that changes weren't saved when the list can no longer be loaded", async () => {
  const { list, answerNext } = answerOneByOne();
  await open(mediaTab(list));
  fireEvent.click(active(1) as HTMLElement);
  fireEvent.click(active(2) as HTMLElement);
  await waitFor(() => expect(server.posts).toHaveLength(1));
  server.data = {
    ...mediaTab(list),
    product: null,
    problem: "Shopify doesn't answer.",
  } as ProductMediaPageData;
  await answerNext(refusal);
  await screen.findByText("Shopify doesn't answer.");
  await screen.findByText("Your last change to the media of Drill wasn't saved. Repeat it.");
});

it("offers to save a text only when it was changed, also one that was stored with spaces around it", async () => {
  await open(mediaTab([item(1, { text: " Front " })]));
  expect(screen.queryByRole("button", { name: /^Save the alt text/ })).toBeNull();
  fireEvent.change(screen.getByLabelText(/^Alt text of/), { target: { value: "Front view" } });
  button(/^Save the alt text/);
});

it("saves a text again that the file in Shopify doesn't have", async () => {
  await open(mediaTab([item(1, { fileText: "Front" }), item(2, { attached: false, fileText: null })]));
  await screen.findByText("Shopify has “Front”. Save replaces that.");
  fireEvent.click(button(/^Save the alt text/));
  await waitFor(() =>
    expect(server.posts).toMatchObject([{ call: "setText", mediaId: "1", text: "Text 1" }]),
  );
});

it("says what a save makes of the text in Shopify", async () => {
  await open(mediaTab([item(1, { fileText: "" }), item(2, { fileText: "Front" })]));
  await screen.findByText("Shopify has no alt text yet. Save stores this one there.");
  const enter = (name: string, value: string) =>
    fireEvent.change(screen.getByLabelText(name), { target: { value } });
  enter("Alt text of Image 2: Text 2", "");
  await screen.findByText("Shopify has “Front”. Save deletes it there.");
  enter("Alt text of Image 2: Text 2", "Front");
  await waitFor(() => expect(screen.queryByText(/Shopify has “Front”/)).toBeNull());
  button("Save the alt text of Image 2: Text 2");
});

it("detaches and resets after a confirmation that says what happens", async () => {
  await open(mediaTab([item(1), item(2, { attached: false })]));
  expect(screen.getByText("Not on the product")).toBeTruthy();
  fireEvent.click(button("Detach Image 1: Text 1"));
  await screen.findByText(/The file is removed from Drill in Shopify/);
  await confirm("Detach");
  await waitFor(() => expect(server.posts).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(button("Reset").getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(button("Reset"));
  await confirm("Reset");
  await waitFor(() => expect(server.posts).toHaveLength(2));
  expect(server.posts.map(({ call, mediaId }) => [call, mediaId])).toEqual([
    ["detach", "1"],
    ["reset", undefined],
  ]);
});

it("says before a file from Salsify is detached that the next sync adds it again", async () => {
  await open(mediaTab([item(1), item(2, { fromSalsify: true })]));
  const note = "It is from Salsify. As long as it is there, the next sync adds it again.";
  fireEvent.click(button("Detach Image 1: Text 1"));
  await screen.findByText(/The file is removed from Drill in Shopify/);
  expect(screen.queryByText(note)).toBeNull();
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(button("Detach Image 2: Text 2"));
  await screen.findByText(note);
});

it.each([
  {
    digest: "d1",
    unlisted: 2,
    hint: "Reset the list to add the product's own media to it.",
    canReset: true,
    action: "Add the product's media",
  },
  {
    digest: "d1",
    unlisted: 0,
    hint: "Upload pictures and videos. For those that are added to the product in Shopify, refresh this page and reset the list.",
    canReset: false,
    action: "Upload the first one",
  },
  {
    digest: null,
    unlisted: 0,
    hint: "Upload pictures and videos, or add them to the product in Shopify. They are then listed here.",
    canReset: false,
    action: "Upload the first one",
  },
])("says what to do about an empty list: $hint", async ({ hint, canReset, action, ...change }) => {
  const page = mediaTab([]);
  if (page.tab === "media" && page.product) Object.assign(page.product, change);
  await open(page);
  await screen.findByText(hint);
  expect(screen.queryAllByRole("button", { name: "Reset" })).toHaveLength(canReset ? 1 : 0);
  fireEvent.click(button(action));
  await screen.findByRole("dialog");
});

it("resets an empty list to the product's own media", async () => {
  const page = mediaTab([]);
  if (page.tab === "media" && page.product) page.product.unlisted = 1;
  await open(page);
  fireEvent.click(button("Reset"));
  await confirm("Reset");
  await waitFor(() => expect(server.posts).toEqual([{ sku: GID, digest: "d1", call: "reset" }]));
});

it("asks for an identifier, and shows why a search failed", async () => {
  await open({ tab: "media", tabs: ["media"], search: "", product: null, problem: null, products: null });
  expect(screen.queryByRole("tab", { name: "Sync" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  fireEvent.click(button("Search"));
  await screen.findByText("Enter a SKU, a handle or an id.");
  server.data = {
    tab: "media",
    tabs: ["media"],
    search: "x",
    product: null,
    problem: "No product has it.",
    products: null,
  };
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: "x" } });
  fireEvent.click(button("Search"));
  await screen.findByText("No product has it.");
});
