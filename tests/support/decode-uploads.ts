let last: Promise<void> = Promise.resolve();

/** Decodes the uploads of a shop, and checks its receipts, as a worker does: one run at a time. */
export function decodeUploads(shop: string): Promise<void> {
  last = last.catch(() => undefined).then(() => run(shop));
  return last;
}

async function run(shop: string): Promise<void> {
  const [decoding, checking] = await Promise.all([
    import("~/core/attachments/decode-uploads.server"),
    import("~/domain/submissions/check-receipts.server"),
  ]);
  const { signal } = new AbortController();
  await decoding.decodeUploads.run(shop, signal);
  await checking.checkReceipts.run(shop, signal);
}
