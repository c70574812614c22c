import { sql } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

/** A product, by the number in Shopify's id. */
export const productMediaSubject = auditSubject("productMedia", {
  id: { type: "bigint", pattern: "^[0-9]{1,18}$" },
  find: (shop, id) => sql`SELECT json_build_object('name', p.title) FROM products_of_shop AS p
    WHERE p.shop = ${shop} AND p.id = ${id}`,
  readId: (search) => (/^\d{1,18}$/.test(search) ? search : undefined),
  nameless: "A deleted product",
});

interface StatusSide {
  media: string;
  active: boolean;
}
interface OrderSide {
  media: string;
  order: number;
}
interface TextSide {
  media: string;
  text: string;
}
interface CountSide {
  items: number;
}

export const mediaReset = auditAction<CountSide, CountSide>("media.reset", "Reset a product's media list");
export const mediaStatusSet = auditAction<StatusSide, StatusSide>(
  "media.status",
  "Changed the status of media",
);
export const mediaMoved = auditAction<OrderSide, OrderSide>("media.order", "Changed the order of media");
export const mediaTextSet = auditAction<TextSide, TextSide>("media.text", "Changed the alt text of media");
/** Texts by the media's ids. */
export const mediaTextsSet = auditAction<Record<string, string>, Record<string, string>>(
  "media.texts",
  "Changed the alt texts of several media",
);
export const mediaUploaded = auditAction<null, { media: string; name: string }>(
  "media.uploaded",
  "Uploaded a picture to a product",
);
export const mediaDetached = auditAction<{ media: string; text: string }, null>(
  "media.detached",
  "Detached media from a product",
);

export const mediaSyncStarted = auditAction<null, null>(
  "media sync.started",
  "Started a sync of product media",
);
export const mediaSyncRetried = auditAction<null, { products: number } | null>(
  "media sync.retried",
  "Retried a sync of product media",
);
export const mediaSynced = auditAction<CountSide, CountSide & { added: number; removed: number }>(
  "media.synced",
  "Synced a product's media from Salsify",
);
