import { useLoaderData } from "@remix-run/react";
import { screen } from "@testing-library/react";
import type { MediaRow } from "~/functions/productMedia/change-media.server";
import type { ProductMediaPageData } from "~/functions/productMedia/page.server";
import { ProductMediaPage } from "~/functions/productMedia/ui/ProductMediaPage";
import type { ActionAnswer } from "~/platform/notice";
import { renderConsole } from "./render-console";

export const GID = "gid://shopify/Product/7";

/** A posted call with its input. */
type Post = { call: string } & Record<string, unknown>;

/** What the page gets from its server, and what it has posted to it. */
export const server = {
  data: undefined as unknown as ProductMediaPageData,
  posts: [] as Post[],
  answer: {} as ActionAnswer,
  /** Sets when posts are answered, and what they change. */
  respond: async (_post: Post): Promise<ActionAnswer> => server.answer,
};

/** Before each test. */
export function resetServer(): void {
  server.posts = [];
  server.answer = { notice: { level: "success", text: "Changed.", seconds: 5 } };
  server.respond = async () => server.answer;
}

const Page = () => <ProductMediaPage {...(useLoaderData() as ProductMediaPageData)} />;

export async function open(loaded: ProductMediaPageData) {
  const router = openPage(loaded);
  await screen.findByRole("tablist");
  if (loaded.tab === "media" && loaded.product?.productMedia.list.length)
    await screen.findByRole("list", { name: /^Media of/ });
  return router;
}

export function openPage(loaded: ProductMediaPageData) {
  server.data = loaded;
  const { router } = renderConsole(
    [
      {
        path: "/productMedia",
        element: <Page />,
        loader: () => server.data,
        action: async ({ request }) => {
          const { call, input } = await request.json();
          const { operationId: _id, ...fields } = input;
          const post = { call: call.slice("productMedia.".length), ...fields };
          server.posts.push(post);
          // Another object for each, as over the network.
          return { ...(await server.respond(post)) };
        },
      },
    ],
    "/productMedia",
  );
  return router;
}

export const item = (order: number, more: Partial<MediaRow> = {}): MediaRow => ({
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

export const mediaTab = (list: MediaRow[], digest = "d1"): ProductMediaPageData => ({
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
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
