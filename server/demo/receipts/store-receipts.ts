import { and, eq } from "drizzle-orm";
import sharp from "sharp";
import { attachmentStore } from "~/core/attachments/attachment-store.server";
import { digestOf } from "~/core/attachments/save-attachment.server";
import { attachmentParts, attachments } from "~/core/attachments/tables.server";
import { receiptAttachment } from "~/domain/submissions/receipt-attachment";
import { withShop } from "~/platform/db/with-shop.server";
import type { SubmissionFacts } from "../../../local-store/history/submissions.ts";
import { after, type DemoShop, idOf, randomOf } from "../chapter.ts";
import { drawPhoto, makePdf, usualShot } from "./draw-receipt.ts";
import type { Receipt } from "./receipt.ts";

const THUMBNAIL_EDGE = 400;

/** The id of the receipt of a submission. */
export const attachmentIdOf = (shop: DemoShop, index: number): string => idOf(shop, "receipt", index);

/** Draws the receipts of the submissions and stores them. Those that are stored already are skipped. */
export async function storeReceipts(shop: DemoShop): Promise<void> {
  const stored = await withShop(shop.domain, (tx) =>
    tx
      .select({ id: attachments.id, storedAt: attachments.storedAt })
      .from(attachments)
      .where(eq(attachments.shop, shop.domain)),
  );
  const complete = new Set(stored.filter(({ storedAt }) => storedAt !== null).map(({ id }) => id));
  for (const [index, facts] of shop.facts.submissions.entries())
    if (!complete.has(attachmentIdOf(shop, index))) await storeReceipt(shop, facts, index);
}

async function storeReceipt(shop: DemoShop, facts: SubmissionFacts, index: number): Promise<void> {
  const { domain } = shop;
  const id = attachmentIdOf(shop, index);
  const random = randomOf(shop, "receipts", index);
  const receipt = printedOf(facts);
  const bytes = facts.file === "pdf" ? await makePdf(receipt) : await drawPhoto(receipt, usualShot(random));
  const picture = facts.file === "pdf" ? null : await pictureOf(bytes);
  await withShop(domain, async (tx) => {
    // Of an interrupted run.
    await tx
      .delete(attachmentParts)
      .where(and(eq(attachmentParts.shop, domain), eq(attachmentParts.attachmentId, id)));
    await tx
      .insert(attachments)
      .values({
        shop: domain,
        id,
        kind: receiptAttachment.name,
        permission: JSON.stringify(receiptAttachment.permission),
        name: facts.file === "pdf" ? `receipt-${receipt.number}.pdf` : `IMG_${2_000 + index}.jpg`,
        contentType: facts.file === "pdf" ? "application/pdf" : "image/jpeg",
        digest: digestOf(bytes),
        size: bytes.length,
        thumbnailSize: picture?.thumbnail.length,
        width: picture?.width,
        height: picture?.height,
        email: facts.email.toLowerCase(),
        createdAt: new Date(facts.at),
      })
      .onConflictDoNothing();
  });
  await attachmentStore.write(domain, id, "file", bytes);
  if (picture) await attachmentStore.write(domain, id, "thumbnail", picture.thumbnail);
  await withShop(domain, (tx) =>
    tx
      .update(attachments)
      .set({ storedAt: after(new Date(facts.at), 0.0001) })
      .where(and(eq(attachments.shop, domain), eq(attachments.id, id))),
  );
}

async function pictureOf(bytes: Buffer) {
  const { width, height } = await sharp(bytes).metadata();
  const thumbnail = await sharp(bytes)
    .resize(THUMBNAIL_EDGE, THUMBNAIL_EDGE, { fit: "inside", withoutEnlargement: true })
    .jpeg()
    .toBuffer();
  return { width, height, thumbnail };
}

/** Where the retailers are. */
const SHOPS: Readonly<Record<string, { address: string[]; phone: string }>> = {
  "Harbor Tool Supply": { address: ["88 Harbor Road", "Towson, MD 21204"], phone: "(410) 555-0177" },
  "Northline Tools": { address: ["1200 Depot Street", "Columbus, OH 43215"], phone: "(614) 555-0132" },
  "MegaBuild Center": {
    address: ["Store 0417", "9 Ridge Drive", "Austin, TX 73301"],
    phone: "(512) 555-0190",
  },
  "Delta Industrial": { address: ["401 Canal Street", "Portland, OR 97205"], phone: "(503) 555-0148" },
  "Toolmart Online": { address: ["toolmart.example", "Order confirmation"], phone: "help@toolmart.example" },
};

const printedOf = ({ receipt }: SubmissionFacts): Receipt => ({
  ...receipt,
  ...(SHOPS[receipt.retailer] ?? { address: [], phone: "" }),
  card: `VISA ****${receipt.number.slice(-4)}`,
});
