import { randomUUID } from "node:crypto";
import { z } from "zod";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { uploadFile } from "~/connectors/shopify/upload-file.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest, Refusal, upstreamFailed } from "~/platform/errors";
import { defineJob, type ItemContext, startJob } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { isSignatureOf, signatureOf } from "~/platform/secrets/secrets.server";
import { pluralize } from "~/platform/text/pluralize";
import { mediaUploaded } from "./audit.server";
import { refreshMirror } from "./change-media.server";
import { findMediaProduct, type ProductWithMedia, readMediaProduct } from "./find-media-product.server";
import { changeMediaList } from "./media-changes.server";
import { mediaTab, numbered, type StoredItem } from "./media-list";
import { itemOf, mediaNumber } from "./native-media";
import { attachFiles, suggestedText } from "./sync/create-files.server";
import { IS_EMPTY, MAX_PICTURE_BYTES, NOT_A_PICTURE, PICTURE_ENDINGS, TOO_LARGE } from "./upload-limits";

/**
 * Receives a picture and uploads it to Shopify, where nothing uses it yet.
 * @returns `upload`, for the call that adds it to a product
 * @throws 400 for a file that isn't a picture, or is too large
 */
export async function receivePicture(
  { shop: { domain } }: CallContext,
  { query: { name }, body }: { query: { name: string }; body: File },
): Promise<{ upload: string; name: string }> {
  const bytes = Buffer.from(await body.arrayBuffer());
  if (bytes.length === 0) throw badRequest(IS_EMPTY);
  if (bytes.length > MAX_PICTURE_BYTES) throw badRequest(TOO_LARGE);
  const type = pictureTypeOf(bytes);
  if (!type) throw badRequest(NOT_A_PICTURE);
  const uploaded = await uploadFile(
    liveAdminApi(domain),
    {},
    { resource: "IMAGE", noun: "picture", name: fileNameOf(name, type), type, bytes },
  ).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    throw upstreamFailed("Shopify didn't receive this picture. Upload it again.");
  });
  if ("userErrors" in uploaded)
    throw badRequest(
      `Shopify refused this picture: ${uploaded.userErrors.map(({ message }) => message).join(" ")}`,
    );
  return { upload: packUpload({ shop: domain, name, url: uploaded.resourceUrl }), name };
}

/** The type by a picture's first bytes. Its name and the type that a browser announced prove nothing. */
function pictureTypeOf(bytes: Buffer): string | null {
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  return start.startsWith("RIFF") && start.endsWith("WEBP") ? "image/webp" : null;
}

/** A name that addresses need not encode, with the ending of the type. */
function fileNameOf(name: string, type: string): string {
  const words = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/gi, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
  return `${words || "picture"}.${PICTURE_ENDINGS[type]}`;
}

interface Upload {
  shop: string;
  /** The file's own name. */
  name: string;
  /** Where Shopify has it. */
  url: string;
}

/** Signed, so that only what was uploaded here can be added. */
function packUpload(upload: Upload): string {
  const text = Buffer.from(JSON.stringify(upload)).toString("base64url");
  return `${text}.${signatureOf("uploads", text)}`;
}

/** @throws 400 for an upload of another shop, and for one that was altered */
function unpackUpload(packed: string, shop: string): Upload {
  const [text = "", signature = ""] = packed.split(".", 2);
  const upload: Upload | null = isSignatureOf("uploads", text, signature)
    ? JSON.parse(Buffer.from(text, "base64url").toString("utf8"))
    : null;
  if (upload?.shop !== shop) throw badRequest("This upload isn't valid. Upload the picture again.");
  return upload;
}

const item = z.object({ productGid: z.string(), name: z.string(), url: z.string() });

/** Adds uploaded pictures to a product, in their order. Each is one of its own media, and an item of its list. */
export const uploadJob = defineJob({
  name: "productMedia.upload",
  item,
  // One after another, so that their order is that of the upload, and each list has the picture before.
  concurrency: 1,
  isAwaited: true,
  run: addPicture,
});

/**
 * Starts the job that adds uploaded pictures to a product.
 * @throws 400 for an upload that isn't valid, and as `findMediaProduct`
 */
export async function addUploads(
  { shop: { domain }, administrator: { id, name } }: CallContext,
  { sku, uploads, operationId = randomUUID() }: { sku: string; uploads: string[]; operationId?: string },
): Promise<{ msg: string; jobId: string }> {
  const pictures = uploads.map((upload) => unpackUpload(upload, domain));
  const product = await findMediaProduct(liveAdminApi(domain), sku);
  const jobId = await withShop(domain, (tx) =>
    startJob(tx, domain, uploadJob, {
      title: `Upload pictures to ${product.title}`,
      permission: mediaTab("media"),
      startedBy: { id, name },
      operationId,
      doneWord: "added",
      items: pictures.map(({ name, url }) => ({ label: name, input: { productGid: product.id, name, url } })),
    }),
  );
  return { msg: `${pluralize(pictures.length, "picture is", "pictures are")} being added.`, jobId };
}

/** Repeated after a crash, it finds the file that it created, and the item in the list. */
async function addPicture({ productGid, name, url }: z.infer<typeof item>, context: ItemContext) {
  const { shop, signal } = context;
  const api = liveAdminApi(shop);
  const product = await readMediaProduct(api, { id: productGid }, { signal });
  if (!product) return { state: "skipped" as const, message: "The product was deleted.", reason: "deleted" };
  const { files, problems } = await attachFiles(api, shop, productGid, [url], { signal });
  const fileGid = files.get(url);
  // The address is Shopify's, and says nothing to a person.
  if (!fileGid) throw upstreamFailed(problems.join(" ").replaceAll(url, name));
  await addToList({ api, productGid, fileGid, name }, context);
  await refreshMirror(shop, productGid);
  publishChange(shop, mediaTab("media"), { list: "productMedia", ids: [productGid] });
  return { state: "done" as const, message: `Added to ${product.title}.` };
}

const MAX_ATTEMPTS = 5;

interface AddedFile {
  api: AdminApi;
  productGid: string;
  fileGid: string;
  name: string;
}

/** Appends the file to the list. The list may be changed at the same time, and is then read again. */
async function addToList(
  { api, productGid, fileGid, name }: AddedFile,
  { shop, administrator, jobId, signal }: ItemContext,
): Promise<void> {
  const call: CallOptions = { signal };
  const id = mediaNumber(fileGid);
  for (let attempt = 1; ; attempt += 1) {
    const product = await readMediaProduct(api, { id: productGid }, call);
    const added = product?.media.find((media) => media.id === fileGid);
    // Deleted or detached since.
    if (!product || !added) return;
    if (product.digest !== null && product.list.some((one) => one.id === id)) return;
    const rest = product.list.filter((one) => one.id !== id);
    const next: StoredItem[] = numbered([...rest, { ...itemOf(added), newText: suggestedText(name) }]);
    try {
      await changeMediaList({
        api,
        shop,
        product: { ...product, list: rest } satisfies ProductWithMedia,
        next,
        call,
        entry: {
          action: mediaUploaded,
          before: null,
          after: { media: id, name },
          actor: administrator,
          jobId,
        },
      });
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409 || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
