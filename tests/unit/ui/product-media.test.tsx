// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SyncAnswer } from "~/core/syncs/sync-schemas";
import type { MediaRow } from "~/functions/productMedia/change-media.server";
import type { ProductMediaPageData, ProductsData } from "~/functions/productMedia/page.server";
import type { MediaProductsRow } from "~/functions/productMedia/products-list.server";
import { ProductMediaPage } from "~/functions/productMedia/ui/ProductMediaPage";
import type { ActionAnswer } from "~/platform/notice";
import { publish, socket } from "./fake-socket";
import { renderConsole } from "./render-console";

const GID = "gid://shopify/Product/7";
let data: ProductMediaPageData;
/** The posted calls, each with its input. */
type Post = { call: string } & Record<string, unknown>;

let posts: Post[];
let answer: ActionAnswer;
/** Sets when posts are answered, and what they change. */
let respond: (post: Post) => Promise<ActionAnswer>;

beforeEach(() => {
  posts = [];
  answer = { notice: { level: "success", text: "Changed.", seconds: 5 } };
  respond = async () => answer;
});

afterEach(() => vi.unstubAllGlobals());

/** Shopify's question before unsaved changes are lost. @param answer settles when the person agrees */
function stubQuestion(answer: Promise<void>) {
  const ask = vi.fn(() => answer);
  vi.stubGlobal("shopify", { saveBar: { leaveConfirmation: ask }, loading() {} });
  return ask;
}

const Page = () => <ProductMediaPage {...(useLoaderData() as ProductMediaPageData)} />;

async function open(loaded: ProductMediaPageData) {
  const router = openPage(loaded);
  await screen.findByRole("tablist");
  if (loaded.tab === "media" && loaded.product?.productMedia.list.length)
    await screen.findByRole("list", { name: /^Media of/ });
  return router;
}

function openPage(loaded: ProductMediaPageData) {
  data = loaded;
  const { router } = renderConsole(
    [
      {
        path: "/productMedia",
        element: <Page />,
        loader: () => data,
        action: async ({ request }) => {
          const { call, input } = await request.json();
          const { operationId: _id, ...fields } = input;
          const post = { call: call.slice("productMedia.".length), ...fields };
          posts.push(post);
          // Another object for each, as over the network.
          return { ...(await respond(post)) };
        },
      },
    ],
    "/productMedia",
  );
  return router;
}

const item = (order: number, more: Partial<MediaRow> = {}): MediaRow => ({
  id: String(order),
  type: "image",
  src: `https://cdn.example/${order}.jpg`,
  active: true,
  order,
  text: `Text ${order}`,
  newText: "",
  thumbnail: null,
  attached: true,
  fileText: more.text ?? `Text ${order}`,
  fromSalsify: false,
  ...more,
});

const mediaTab = (list: MediaRow[], digest = "d1"): ProductMediaPageData => ({
  tab: "media",
  tabs: ["media", "sync"],
  search: "DRILL",
  problem: null,
  products: null,
  product: {
    id: GID,
    title: "Drill",
    handle: "drill",
    digest,
    unlisted: 0,
    productMedia: { list },
  },
});
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
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
  await waitFor(() => expect(posts).toHaveLength(1));

  // Shown, and nothing else, until it is accepted.
  expect(screen.getByText("Suggested: drill side")).toBeTruthy();
  await waitFor(() =>
    expect(button(/^Use the suggested text/).getAttribute("aria-disabled")).not.toBe("true"),
  );
  fireEvent.click(button("Use the suggested text for Image 2"));
  await waitFor(() => expect(posts).toHaveLength(2));
  await waitFor(() =>
    expect(button(/^Use the suggested text/).getAttribute("aria-disabled")).not.toBe("true"),
  );
  fireEvent.click(screen.getAllByLabelText("Active")[1] as HTMLElement);
  await waitFor(() => expect(posts).toHaveLength(3));
  const common = { sku: GID, digest: "d1" };
  expect(posts).toEqual([
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
  respond = async ({ call, mediaId, ...change }) => {
    const given = await new Promise<ActionAnswer>((resolve) => waiting.push(resolve));
    if (given.notice?.level !== "success") return given;
    const { active, text = "" } = change as { active: boolean; text?: string };
    const field = call === "setStatus" ? { active } : { text, fileText: text };
    list = list.map((one) => (one.id === mediaId ? { ...one, ...field } : one));
    digest += "+";
    data = mediaTab(list, digest);
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
    await answerNext(answer);
  }
  await waitFor(() => expect(router.state.location.search).toBe("?tab=sync"));
  expect(ask).toHaveBeenCalledOnce();
  expect(text.value).toBe("Front view");
  await answerNext(answer);
  const common = { sku: GID };
  expect(posts).toEqual([
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
  await answerNext(answer);
  await answerNext(answer);
  await waitFor(() => expect(screen.queryByText(/unsaved change/i)).toBeNull());
  expect(posts).toMatchObject([
    { call: "setText", mediaId: "1", text: "Front" },
    { call: "setText", mediaId: "2", text: "Side" },
  ]);
  fireEvent.click(screen.getByRole("tab", { name: "Sync" }));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=sync"));
  expect(ask).toHaveBeenCalledOnce();
});

it("shows the stored list after a refusal, and says that the later changes weren't saved", async () => {
  const { list, answerNext } = answerOneByOne();
  await open(mediaTab(list));
  fireEvent.click(active(1) as HTMLElement);
  fireEvent.click(active(2) as HTMLElement);
  const text = enterText("Alt text of Image 2: Text 2", "Side");
  // Someone else changed the same text.
  data = mediaTab([item(1), item(2, { text: "Other side" })], "d2");
  await answerNext(refusal);
  await screen.findByText("Your last 2 changes to the media of Drill weren't saved. Repeat them.");
  expect([active(1)?.checked, active(2)?.checked]).toEqual([true, true]);
  expect(text.value).toBe("Side");
  screen.getByText("It was changed to “Other side”. Save replaces that.");
  expect(posts).toHaveLength(1);
});

it("follows an alt text that someone else changed, without a word to who then begins to type", async () => {
  await open(mediaTab([item(1)]));
  data = mediaTab([item(1, { text: "Other side" })], "d2");
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
  await waitFor(() => expect(posts).toHaveLength(1));
  data = { ...mediaTab(list), product: null, problem: "Shopify doesn't answer." } as ProductMediaPageData;
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
  await waitFor(() => expect(posts).toMatchObject([{ call: "setText", mediaId: "1", text: "Text 1" }]));
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
  await waitFor(() => expect(posts).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(button("Reset").getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(button("Reset"));
  await confirm("Reset");
  await waitFor(() => expect(posts).toHaveLength(2));
  expect(posts.map(({ call, mediaId }) => [call, mediaId])).toEqual([
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
  { digest: "d1", unlisted: 2, hint: "Reset the list to add the product's own media to it.", canReset: true },
  {
    digest: "d1",
    unlisted: 0,
    hint: "Add media to the product in Shopify, refresh this page, and then reset the list.",
    canReset: false,
  },
  {
    digest: null,
    unlisted: 0,
    hint: "Add media to the product in Shopify. They are then listed here.",
    canReset: false,
  },
])("says what to do about an empty list: $hint", async ({ hint, canReset, ...change }) => {
  const page = mediaTab([]);
  if (page.tab === "media" && page.product) Object.assign(page.product, change);
  await open(page);
  await screen.findByText(hint);
  expect(screen.queryAllByRole("button", { name: "Reset" })).toHaveLength(canReset ? 1 : 0);
});

it("resets an empty list to the product's own media", async () => {
  const page = mediaTab([]);
  if (page.tab === "media" && page.product) page.product.unlisted = 1;
  await open(page);
  fireEvent.click(button("Reset"));
  await confirm("Reset");
  await waitFor(() => expect(posts).toEqual([{ sku: GID, digest: "d1", call: "reset" }]));
});

it("asks for an identifier, and shows why a search failed", async () => {
  await open({ tab: "media", tabs: ["media"], search: "", product: null, problem: null, products: null });
  expect(screen.queryByRole("tab", { name: "Sync" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  fireEvent.click(button("Search"));
  await screen.findByText("Enter a SKU, a handle or an id.");
  data = {
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

const products = (more: Partial<ProductsData> = {}): ProductMediaPageData => ({
  tab: "media",
  tabs: ["media", "sync"],
  search: "",
  product: null,
  problem: null,
  products: {
    list: {
      kind: "list",
      name: "productMedia",
      columns: [
        { key: "title", field: "title", title: "Product", sortable: true, narrow: "title" },
        { key: "pictures", field: "pictures", title: "Pictures", align: "end" },
        { key: "withoutText", field: "withoutText", title: "Without Alt Text", align: "end" },
      ],
      defaultSort: "title asc",
      search: { maxLength: 60, hint: "Title, SKU, handle or id" },
      pageSize: 25,
    } as unknown as ProductsData["list"],
    state: { search: "", sort: "title asc" },
    show: "all",
    work: { pictures: { count: 1, exact: true }, texts: { count: 10_000, exact: false } },
    missing: null,
    result: {
      rows: [
        productRow("7", { title: "Drill", withoutText: 2 }),
        productRow("8", { title: "Saw", pictures: 0 }),
      ],
      nextCursor: null,
      previousCursor: null,
      hasNextPage: false,
      hasPreviousPage: false,
      total: null,
    },
    ...more,
  },
});
const productRow = (id: string, more: Partial<MediaProductsRow>): MediaProductsRow => ({
  id,
  title: id,
  handle: id,
  status: "ACTIVE",
  pictures: 3,
  withoutText: 0,
  thumbnail: null,
  ...more,
});

it("lists products with what they lack, and opens one on its own page of the list", async () => {
  const router = await open(products());
  const table = screen.getByRole("table", { name: "products" });
  within(table).getByText("No pictures");
  button("Without pictures (1)");
  fireEvent.click(button("Without alt text (10,000+)"));
  await waitFor(() => expect(router.state.location.search).toBe("?tab=media&show=texts"));
  const link = screen.getByRole("link", { name: "Drill" });
  await waitFor(() => expect(link.getAttribute("href")).toBe("/productMedia?tab=media&show=texts&product=7"));
  fireEvent.click(link);
  await waitFor(() => expect(router.state.location.search).toBe("?tab=media&show=texts&product=7"));
});

it("asks for a text when nothing is searched in the whole list", async () => {
  await open(products());
  fireEvent.click(button("Search"));
  await screen.findByText("Enter a SKU, a handle or an id.");
});

const editTexts = async () => {
  fireEvent.click(button("Edit texts"));
  await screen.findByRole("list", { name: "Texts of Drill" });
};
const fieldOf = (name: string) =>
  screen.getByLabelText<HTMLTextAreaElement>(`Alt text of ${name} (optional)`);

it("saves all texts of a product with one call, and shows both texts when one was changed since", async () => {
  await open(mediaTab([item(1), item(2, { text: "", newText: "drill side" }), item(3)]));
  await editTexts();
  fireEvent.change(fieldOf("Image 1"), { target: { value: " Front " } });
  fireEvent.click(button("Use the suggested text for Image 2 of Drill"));
  await screen.findByText("2 unsaved changes");
  const problem = "It was changed to “Theirs”. Save replaces that.";
  answer = {
    notice: { level: "warning", text: "A text was changed." },
    fieldErrors: { "texts.0.text": problem },
    status: 409,
  };
  data = mediaTab([item(1, { text: "Theirs" }), item(2, { text: "", newText: "drill side" }), item(3)], "d2");
  fireEvent.click(button("Save"));
  await screen.findByText(problem);
  expect(fieldOf("Image 1").value).toBe(" Front ");
  answer = { notice: { level: "success", text: "2 texts were changed." } };
  data = mediaTab([item(1, { text: "Front" }), item(2, { text: "drill side" }), item(3)], "d3");
  fireEvent.click(button("Save"));
  await waitFor(() => expect(screen.queryByText(/unsaved change/i)).toBeNull());
  expect(screen.queryByText(problem)).toBeNull();
  expect(posts).toEqual([
    {
      call: "setTexts",
      sku: GID,
      texts: [
        { mediaId: "1", text: "Front", before: "Text 1" },
        { mediaId: "2", text: "drill side", before: "" },
      ],
    },
    {
      call: "setTexts",
      sku: GID,
      texts: [
        { mediaId: "1", text: "Front" },
        { mediaId: "2", text: "drill side", before: "" },
      ],
    },
  ]);
});

it("saves the missing texts of several products one product after another, and keeps what was refused", async () => {
  const media = (id: string) => [{ id, type: "image" as const, order: 1, thumbnail: null }];
  const missing = [
    { id: GID, title: "Drill", media: media("1") },
    { id: "gid://shopify/Product/8", title: "Saw", media: media("2") },
  ];
  await openPage(products({ show: "texts", missing }));
  const fields = await screen.findAllByLabelText<HTMLTextAreaElement>("Alt text of Image 1 (optional)");
  for (const [index, field] of fields.entries())
    fireEvent.change(field, { target: { value: `View ${index}` } });
  await screen.findByText("2 unsaved changes");
  respond = async ({ sku }) =>
    sku === GID
      ? { notice: { level: "critical", text: "Shopify doesn't answer." }, status: 502 }
      : { notice: { level: "success", text: "1 text was changed." } };
  // The saved product has left the list.
  data = products({ show: "texts", missing: missing.slice(0, 1) });
  fireEvent.click(button("Save"));
  await screen.findByText("1 text was changed.");
  await waitFor(() => expect(screen.getByText("Unsaved changes")).toBeTruthy());
  expect(fields.map(({ value }) => value)).toEqual(["View 0", "View 1"]);
  expect(posts.map(({ sku, texts }) => [sku, texts])).toEqual([
    [GID, [{ mediaId: "1", text: "View 0", before: "" }]],
    ["gid://shopify/Product/8", [{ mediaId: "2", text: "View 1", before: "" }]],
  ]);
});

it("shows a large preview, and the others by the arrow keys", async () => {
  await open(mediaTab([item(1), item(2, { text: "", type: "video", thumbnail: null })]));
  fireEvent.click(screen.getByRole("link", { name: "Large preview of Image 1: Text 1" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("img", { name: "Text 1" }).getAttribute("src")).toBe("https://cdn.example/1.jpg");
  dialog.getByText("Image 1 of 2");
  fireEvent.keyDown(window, { key: "ArrowRight" });
  await dialog.findByText("Video 2 of 2");
  dialog.getByText("No alt text");
  dialog.getByText("Shopify has no picture of it yet.");
  fireEvent.keyDown(window, { key: "ArrowLeft" });
  await dialog.findByText("Image 1 of 2");
});

it("uploads pictures, and keeps those that can't be sent with the reason", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url);
    return url.includes("lost")
      ? new Response(JSON.stringify({ msg: "Shopify didn't receive this picture." }), { status: 502 })
      : new Response(JSON.stringify({ upload: `packed ${sent.length}`, name: "x" }));
  });
  await open(mediaTab([item(1)]));
  fireEvent.click(button("Upload"));
  const dialog = await screen.findByRole("dialog");
  const input = dialog.querySelector("input[type=file]") as HTMLInputElement;
  const picture = (name: string, type = "image/png") => new File(["x"], name, { type });
  fireEvent.change(input, {
    target: { files: [picture("a.png"), picture("lost.png"), picture("notes.pdf", "application/pdf")] },
  });
  await within(dialog).findByText(/^This isn't a JPG, PNG, WebP or GIF picture\./);
  answer = { notice: { level: "info", text: "1 picture is being added." } };
  fireEvent.click(button("Upload 2 pictures"));
  await within(dialog).findByText("Shopify didn't receive this picture.");
  await waitFor(() => expect(posts).toEqual([{ call: "addUploads", sku: GID, uploads: ["packed 1"] }]));
  await waitFor(() => expect(within(dialog).queryByText("a.png")).toBeNull());
  within(dialog).getByText("lost.png");
});

const sync = (more: Partial<SyncAnswer> = {}): SyncAnswer => ({
  status: "Running",
  state: "running",
  displayName: "Sync",
  fileName: "r1",
  duration: 0,
  progress: 20,
  failed: 0,
  startedBy: "Olive Owner",
  startedAt: "2026-11-22T12:00:00.000Z",
  finishedAt: null,
  reason: null,
  notes: [],
  ...more,
});
const syncTab = (more: Partial<Extract<ProductMediaPageData, { tab: "sync" }>>): ProductMediaPageData => ({
  tab: "sync",
  tabs: ["media", "sync"],
  syncs: [],
  current: null,
  log: null,
  problem: null,
  ...more,
});

it("continues the log and the progress that it was opened with, and clears both at 100", async () => {
  const first = { id: 1, functionName: "read", level: "info" as const, msg: "First", date: sync().startedAt };
  await open(syncTab({ syncs: [sync()], current: { id: "r1", progress: 20, lines: [first] } }));
  await waitFor(() => expect(socket.listenerCount("notify")).toBe(1));
  const send = (event: string, message: object) => {
    const common = { module: "productMedia", run: "r1", system: "Salsify", date: sync().startedAt };
    publish(event, { ...common, msg: "", ...message });
  };
  const { id, functionName, level } = first;
  send("notify", { msg: "First", progress: null, line: { id, functionName, level } });
  send("notify", { msg: "Second", progress: null, line: { id: 2, functionName, level: "error" } });
  send("progress", { progress: 60 });
  send("progress", { run: "another", progress: 90 });
  const log = screen.getByRole("log");
  expect(within(log).getAllByText(/First|Second/)).toHaveLength(2);
  expect(screen.getByText("Sync product media from Salsify: 60 %")).toBeTruthy();
  expect(button("Sync").getAttribute("aria-disabled")).toBe("true");
  send("progress", { progress: 100 });
  expect(within(log).queryByText(/First|Second/)).toBeNull();
  await waitFor(() => expect(button("Sync").getAttribute("aria-disabled")).not.toBe("true"));
});

it("retries what failed in the newest sync, and names why a sync was not started", async () => {
  const failed = { state: "completed", status: "Completed, 1 failed", failed: 1, progress: 100 } as const;
  await open(syncTab({ syncs: [sync(failed), sync({ ...failed, fileName: "r0" })] }));
  fireEvent.click(button("Retry what failed"));
  await waitFor(() => expect(posts).toEqual([{ call: "retry", f: "r1" }]));
  answer = { notice: { level: "critical", title: "Error starting Sync", text: "Salsify isn't set up." } };
  await waitFor(() => expect(button("Sync").getAttribute("aria-disabled")).not.toBe("true"));
  fireEvent.click(button("Sync"));
  await screen.findByText("Error starting Sync");
});

it("titles a failure to read the syncs, and another one after Refresh", async () => {
  await open(syncTab({ problem: { title: "Error loading logs", text: "It isn't available." } }));
  expect(screen.getByText("Error loading logs")).toBeTruthy();
  fireEvent.click(button("Refresh"));
  await screen.findByText("Error getting logs");
});
