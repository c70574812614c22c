import { randomBytes } from "node:crypto";
import { chromium, type FrameLocator } from "playwright";
import sharp from "sharp";
import { chromiumProgram } from "../support/chromium.ts";
import { decodeUploads } from "../support/decode-uploads.ts";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import { against, whole } from "./table.ts";

/** A picture of noise, because it can't be compressed: a little below 10 MB as JPG. */
const EDGE = 3_400;
const QUALITY = 92;
const VISITS = 5;
const MAX_MS = 500;

/**
 * Opens a submission with a receipt of 10 MB in the browser: from the click to its first picture, which is the thumbnail, and to the
 * whole file. Lines for the report.
 */
export async function measureReceipt(backroom: BenchBackroom): Promise<string[]> {
  const { email, megabytes } = await addReceipt(backroom);
  const browser = await chromium.launch({
    executablePath: chromiumProgram(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      // "HeadlessChrome" counts as a robot.
      userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    });
    const path = `promo?tab=CsrApprovals&q=${encodeURIComponent(email)}&administrator=1`;
    const address = `${backroom.stack.localStoreUrl}/store/backroom-demo/apps/backroom/${path}`;
    const visits: Visit[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      await page.goto(address);
      visits.push(await openReceipt(page.frameLocator("iframe"), email));
    }
    const first = median(visits.map(({ firstPicture }) => firstPicture));
    const slowest = Math.max(...visits.map(({ firstPicture }) => firstPicture));
    const file = median(visits.map(({ wholeFile }) => wholeFile));
    return [
      `a submission with a receipt of ${megabytes.toFixed(1)} MB, from the click, ${VISITS} visits: first picture ${against(`${whole(first)} ms`, first <= MAX_MS, `<= ${MAX_MS} ms`)}, ${whole(slowest)} ms at most, the whole file ${whole(file)} ms`,
    ];
  } finally {
    await browser.close();
  }
}

/** Attaches a receipt to a submission of the owner's queue. */
async function addReceipt({ database, databaseUrl }: BenchBackroom) {
  process.env.DATABASE_URL = databaseUrl;
  const [{ saveAttachment }, { receiptAttachment }, { closeDatabase }] = await Promise.all([
    import("~/core/attachments/save-attachment.server"),
    import("~/domain/submissions/receipt-attachment"),
    import("~/platform/db/pool.server"),
  ]);
  const raw = { width: EDGE, height: EDGE, channels: 3 } as const;
  const bytes = await sharp(randomBytes(EDGE * EDGE * 3), { raw })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  const { id } = await saveAttachment(SHOP, receiptAttachment, { name: "receipt.jpg", bytes });
  await decodeUploads(SHOP);
  await closeDatabase();
  const { rows } = await database.query<{ email: string }>(
    `UPDATE submissions SET attachment_id = $2
      WHERE shop = $1 AND id = (SELECT id FROM submissions WHERE shop = $1 AND reviewer_id = '1' AND queue = 'assigned' AND NOT is_loyalty
                                 ORDER BY created_at, id LIMIT 1)
      RETURNING email`,
    [SHOP, id],
  );
  const email = rows[0]?.email;
  if (!email) throw new Error("No submission is assigned to the account owner.");
  return { email, megabytes: bytes.length / 1024 / 1024 };
}

/** In milliseconds from the click. */
interface Visit {
  firstPicture: number;
  wholeFile: number;
}

async function openReceipt(app: FrameLocator, email: string): Promise<Visit> {
  const link = app.getByRole("button", { name: email }).first();
  // A click before that waits for the page, which isn't the dialog's time.
  await untilHydrated(app);
  // Measured in the page, without the way to this process.
  return link.evaluate(
    (element) =>
      new Promise<Visit>((resolve, reject) => {
        const clickedAt = performance.now();
        let firstPicture = 0;
        // Without a named function, which esbuild would wrap in a helper that the page doesn't have.
        const observer = new MutationObserver(async () => {
          const picture = document.querySelector<HTMLImageElement>('img[alt="Receipt"]');
          await picture?.decode().catch(() => {});
          if (!picture?.naturalWidth) return;
          const now = performance.now() - clickedAt;
          if (firstPicture === 0) firstPicture = now;
          if (picture.naturalWidth < 1_000) return;
          observer.disconnect();
          resolve({ firstPicture, wholeFile: now });
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        setTimeout(() => reject(new Error("The receipt wasn't shown within 30 s.")), 30_000);
        (element as HTMLElement).click();
      }),
  );
}

/** React marks each element that it has hydrated, the outermost last. */
const untilHydrated = (app: FrameLocator): Promise<void> =>
  app.locator("html").evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const timer = setInterval(() => {
          if (!Object.keys(element).some((name) => name.startsWith("__reactProps$"))) return;
          clearInterval(timer);
          resolve();
        }, 20);
      }),
  );

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
