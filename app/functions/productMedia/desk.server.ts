import { sql } from "drizzle-orm";
import { type DeskLine, defineDeskLine } from "~/core/desk/desk-line.server";
import { lacksAltTexts, lacksPictures } from "~/domain/products/media-conditions.server";
import { mediaTab, SECTION } from "./media-list";

const media = sql`p.media`;
const status = sql`p.status`;

/** In the order of the list that it opens, which has an index. So the instant is that of the oldest of the first thousand. */
const productsLine = (
  show: "pictures" | "texts",
  noun: string,
  action: string,
  lacks: typeof lacksPictures,
): DeskLine =>
  defineDeskLine({
    name: `products-without-${show}`,
    for: mediaTab("media"),
    urgency: "soon",
    noun: `product ${noun}`,
    nouns: `products ${noun}`,
    action,
    address: `/productMedia?tab=media&show=${show}`,
    list: SECTION,
    records: () => ({
      from: sql`products_of_shop AS p`,
      at: sql`p.created_at`,
      order: sql`lower(p.title)`,
      where: lacks(media, status),
    }),
  });

export const withoutPictures = productsLine("pictures", "without a picture", "Add pictures", lacksPictures);
export const withoutTexts = productsLine(
  "texts",
  "with media without alt text",
  "Write texts",
  lacksAltTexts,
);
