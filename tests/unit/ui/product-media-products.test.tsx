// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ProductMediaPageData, ProductsData } from "~/functions/productMedia/page.server";
import type { MediaProductsRow } from "~/functions/productMedia/products-list.server";
import { button, GID, item, mediaTab, open, openPage, resetServer, server } from "./product-media-page";

beforeEach(resetServer);

afterEach(() => vi.unstubAllGlobals());

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
    isTitle: false,
    views: [],
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
  server.answer = {
    notice: { level: "warning", text: "A text was changed." },
    fieldErrors: { "texts.0.text": problem },
    status: 409,
  };
  server.data = mediaTab(
    [item(1, { text: "Theirs" }), item(2, { text: "", newText: "drill side" }), item(3)],
    "d2",
  );
  fireEvent.click(button("Save"));
  await screen.findByText(problem);
  expect(fieldOf("Image 1").value).toBe(" Front ");
  server.answer = { notice: { level: "success", text: "2 texts were changed." } };
  server.data = mediaTab([item(1, { text: "Front" }), item(2, { text: "drill side" }), item(3)], "d3");
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByText(/unsaved change/i)).toBeNull());
  expect(screen.queryByText(problem)).toBeNull();
  expect(server.posts).toEqual([
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

it("follows what a colleague makes of a text that was saved here, or restored", async () => {
  await open(mediaTab([item(1)]));
  await editTexts();
  fireEvent.change(fieldOf("Image 1"), { target: { value: "Front" } });
  await screen.findByText("Unsaved changes");
  server.data = mediaTab([item(1, { text: "Front" })], "d2");
  fireEvent.click(button("Save"));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  server.data = mediaTab([item(1, { text: "Theirs" })], "d3");
  fireEvent.click(button("Refresh"));
  await waitFor(() => expect(fieldOf("Image 1").value).toBe("Theirs"));
  for (const value of ["Mine", "Theirs"]) fireEvent.change(fieldOf("Image 1"), { target: { value } });
  server.data = mediaTab([item(1, { text: "Newer" })], "d4");
  fireEvent.click(button("Refresh"));
  await waitFor(() => expect(fieldOf("Image 1").value).toBe("Newer"));
  expect(screen.queryByText("Unsaved changes")).toBeNull();
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
  server.respond = async ({ sku }) =>
    sku === GID
      ? { notice: { level: "critical", text: "Shopify doesn't answer." }, status: 502 }
      : { notice: { level: "success", text: "1 text was changed." } };
  // The saved product has left the list.
  server.data = products({ show: "texts", missing: missing.slice(0, 1) });
  fireEvent.click(button("Save"));
  await screen.findByText("1 text was changed.");
  await waitFor(() => expect(screen.getByText("Unsaved changes")).toBeTruthy());
  expect(fields.map(({ value }) => value)).toEqual(["View 0", "View 1"]);
  expect(server.posts.map(({ sku, texts }) => [sku, texts])).toEqual([
    [GID, [{ mediaId: "1", text: "View 0", before: "" }]],
    ["gid://shopify/Product/8", [{ mediaId: "2", text: "View 1", before: "" }]],
  ]);
});

it("has nothing unsaved once the texts are saved, before the product has come again", async () => {
  await open(mediaTab([item(1)]));
  await editTexts();
  fireEvent.change(fieldOf("Image 1"), { target: { value: "Front" } });
  await screen.findByText("Unsaved changes");
  server.data = new Promise(() => {}) as never;
  fireEvent.click(button("Save"));
  await waitFor(() => expect(server.posts).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(fieldOf("Image 1").value).toBe("Front");
});

it("keeps what was typed when the product can't be loaded again, until another one is searched for", async () => {
  const loaded = mediaTab([item(1)]);
  await open(loaded);
  await editTexts();
  fireEvent.change(fieldOf("Image 1"), { target: { value: "Front view" } });
  const problem = "Shopify doesn't answer.";
  server.data = { ...loaded, product: null, problem } as ProductMediaPageData;
  fireEvent.click(button("Refresh"));
  await screen.findByText(problem);
  expect(fieldOf("Image 1").value).toBe("Front view");
  server.data = mediaTab([item(1)], "d2");
  fireEvent.click(button("Refresh"));
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  expect(fieldOf("Image 1").value).toBe("Front view");
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
  server.answer = { notice: { level: "info", text: "1 picture is being added." } };
  fireEvent.click(button("Upload 2 pictures"));
  await within(dialog).findByText("Shopify didn't receive this picture.");
  await waitFor(() =>
    expect(server.posts).toEqual([{ call: "addUploads", sku: GID, uploads: ["packed 1"] }]),
  );
  await waitFor(() => expect(within(dialog).queryByText("a.png")).toBeNull());
  within(dialog).getByText("lost.png");
});
