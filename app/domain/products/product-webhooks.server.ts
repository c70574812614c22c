import { z } from "zod";
import type { WebhookIntake } from "~/core/mirrors/mirror-declaration.server";
import { ifReadable, payloadTime } from "~/core/webhooks/webhook-handler.server";
import type { Cents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { ProductMedia, VariantRow } from "./mirror-row";

const amount = z.string().regex(/^\d+(\.\d+)?$/);

/** What the mirror reads of a webhook about a product: Shopify's REST product. Of a deleted one there is only the id. */
export const productPayload = z.object({
  id: ifReadable(z.number()),
  title: ifReadable(z.string()),
  handle: ifReadable(z.string()),
  vendor: ifReadable(z.string()),
  product_type: ifReadable(z.string()),
  /** In lower case. */
  status: ifReadable(z.string()),
  /** Separated by commas. */
  tags: ifReadable(z.string()),
  body_html: ifReadable(z.string().nullable()),
  published_at: ifReadable(z.string().nullable()),
  options: ifReadable(z.array(z.object({ name: z.string() }))),
  updated_at: payloadTime,
  /** At most 100. */
  variants: ifReadable(
    z.array(
      z.object({
        id: z.int(),
        price: amount,
        compare_at_price: amount.nullable(),
        updated_at: payloadTime,
        position: ifReadable(z.number()),
        title: ifReadable(z.string()),
        sku: ifReadable(z.string().nullable()),
        barcode: ifReadable(z.string().nullable()),
        inventory_quantity: ifReadable(z.number()),
        inventory_policy: ifReadable(z.string()),
      }),
    ),
  ),
  media: ifReadable(
    z.array(z.object({ admin_graphql_api_id: z.string(), alt: z.string().nullable(), status: z.string() })),
  ),
});
export type ProductPayload = z.infer<typeof productPayload>;

/** What the mirror has of the product, as `compared` selects it. */
interface MirroredProduct {
  title: string;
  handle: string;
  vendor: string;
  product_type: string;
  status: string;
  tags: string[];
  media: ProductMedia[];
  description_html: string | null;
  published_at: Date | null;
  variants: VariantRow[] | null;
  currency: string;
}

/**
 * What webhooks say about products. They have neither unit costs, collections nor metafields, and not all of many variants. The
 * product is therefore read again, unless the webhook repeats what the mirror has.
 */
export const productWebhooks: WebhookIntake<ProductPayload> = {
  payload: productPayload,
  topics: ["PRODUCTS_CREATE", "PRODUCTS_UPDATE", "PRODUCTS_DELETE"],
  deletedTopics: ["PRODUCTS_DELETE"],
  idIn: ({ id }) => (Number.isSafeInteger(id) ? (id as number) : null),
  changedAt: ({ updated_at }) => updated_at,
  compared: [
    "title",
    "handle",
    "vendor",
    "product_type",
    "status",
    "tags",
    "media",
    "description_html",
    "published_at",
    `(SELECT json_agg(to_json(variant)) FROM variants AS variant
       WHERE variant.shop = products.shop AND variant.product_id = products.id) AS variants`,
    "(SELECT currency FROM shops WHERE shops.shop = products.shop) AS currency",
  ],
  saysTheSame(_topic, payload, row) {
    const product = row as unknown as MirroredProduct;
    return (
      payload.title === product.title &&
      payload.handle === product.handle &&
      payload.vendor === product.vendor &&
      payload.product_type === product.product_type &&
      payload.status?.toUpperCase() === product.status &&
      payload.tags !== undefined &&
      haveSameTags(payload.tags, product.tags) &&
      (payload.body_html ?? "") === product.description_html &&
      payload.published_at !== undefined &&
      isSameMoment(payload.published_at, product.published_at) &&
      payload.media !== undefined &&
      haveSameMedia(payload.media, product.media) &&
      payload.variants !== undefined &&
      payload.options !== undefined &&
      haveSameOptions(payload.options, product.variants ?? []) &&
      haveSameVariants(payload.variants, product.variants ?? [], product.currency)
    );
  },
};

const isSameMoment = (text: string | null, date: Date | null): boolean =>
  text === null || date === null ? text === date : new Date(text).getTime() === date.getTime();

/** The names of the options. Their values are in the variants' titles. */
function haveSameOptions(sent: readonly { name: string }[], [variant]: readonly VariantRow[]): boolean {
  return (
    sent.map(({ name }) => name).join("\n") === (variant?.options ?? []).map(({ name }) => name).join("\n")
  );
}

type SentVariant = NonNullable<ProductPayload["variants"]>[number];

/** Shopify's rule. A webhook doesn't say whether stock is counted, so that is the mirror's. Undefined without what it follows from. */
function isAvailable(
  { inventory_quantity: quantity, inventory_policy: policy }: SentVariant,
  { is_tracked }: VariantRow,
): boolean | undefined {
  if (quantity === undefined || policy === undefined) return undefined;
  return is_tracked === false || quantity > 0 || policy === "continue";
}

function haveSameTags(text: string, tags: readonly string[]): boolean {
  const sent = text.split(",").flatMap((tag) => tag.trim() || []);
  return sent.toSorted().join() === tags.toSorted().join();
}

function haveSameMedia(
  sent: NonNullable<ProductPayload["media"]>,
  media: readonly Pick<ProductMedia, "id" | "alt" | "status">[],
): boolean {
  return (
    sent.length === media.length &&
    media.every(({ id, alt, status }, index) => {
      const other = sent[index];
      return (
        other?.admin_graphql_api_id === id &&
        (other.alt ?? "") === alt &&
        other.status.toUpperCase() === status
      );
    })
  );
}

const isSameCode = (sent: string | null | undefined, code: string | null): boolean =>
  sent !== undefined && (sent || null) === code;

function haveSameVariants(
  sent: readonly SentVariant[],
  variants: readonly VariantRow[],
  currency: string,
): boolean {
  const byId = new Map(sent.map((variant) => [variant.id, variant]));
  const isSameAmount = (text: string | null, amount: Cents | null) =>
    text === null || amount === null ? text === amount : Number(text) === toUnits(amount, currency);
  return (
    sent.length === variants.length &&
    variants.every((variant) => {
      const other = byId.get(variant.id);
      return (
        other !== undefined &&
        other.position === variant.position &&
        other.title === variant.title &&
        isSameCode(other.sku, variant.sku) &&
        isSameCode(other.barcode, variant.barcode) &&
        isAvailable(other, variant) === variant.is_available &&
        isSameAmount(other.price, variant.price_cents) &&
        isSameAmount(other.compare_at_price, variant.compare_at_price_cents)
      );
    })
  );
}
