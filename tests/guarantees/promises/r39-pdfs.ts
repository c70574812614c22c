import fs from "node:fs";
import path from "node:path";
import { checkUpload } from "~/core/attachments/save-attachment.server";
import { receiptAttachment } from "~/domain/submissions/receipt-attachment";
import { Refusal } from "~/platform/errors";
import { processPdf } from "~/platform/images/process-pdf.server";
import { corpusFiles, corpusFolders, reportFiles } from "../support/corpus.ts";
import { decidedPdf } from "../support/decided-pdfs.ts";
import { firstPageOf, hasPoppler, hiddenShare, infoOf } from "../support/poppler.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/** In pixels, as a thumbnail. */
const EDGE = 400;
/** The share of a page that may be missing: two programs don't draw everything alike. */
const MAX_HIDDEN = 0.02;

/** Public PDFs are accepted and drawn as poppler does it, or refused with a sentence. A difference is decided, with its reason, or a fault. */
export const corpusPdfs: BackroomPromise = {
  id: "R39",
  title: "public PDFs in the folders of CORPUS: drawn as poppler draws them, or refused with a sentence",
  isLong: true,
  async test() {
    const skipped = (figure: string) => ({ passed: true, isSkipped: true as const, figure });
    if (corpusFolders().length === 0) return skipped("not run: CORPUS is unset");
    if (!hasPoppler()) return skipped("not run: poppler-utils isn't installed");
    const files = corpusFiles(/\.pdf$/i);
    if (files.length === 0) return skipped("not run: the folders of CORPUS have no PDFs");
    const counts = new Map<string, number>();
    const faults: string[] = [];
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const file of files) {
      const { is, fault } = await compare(file);
      if (!fault) count(is);
      else if (decidedPdf(path.basename(file))) count("decided differences");
      else faults.push(`${file}: ${fault}`);
    }
    reportFiles("pdfs", { silent: faults });
    const summary = [...counts].map(([name, number]) => `${number} ${name}`);
    return finding([`${files.length} PDFs`, ...summary, ...faults.slice(0, 3)].join(", "), {
      "silent differences": faults.length,
    });
  },
};

interface Outcome {
  is: "alike" | "refused" | "without a second opinion" | "too slow for a thumbnail" | "different";
  fault?: string;
}

const different = (fault: string): Outcome => ({ is: "different", fault });

async function compare(file: string): Promise<Outcome> {
  const bytes = fs.readFileSync(file);
  const info = await infoOf(file);
  try {
    checkUpload(receiptAttachment, bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) return different(`crashed: ${error}`);
    const isFalse = error.message.includes("password") && info !== undefined && info !== "password";
    return isFalse ? different(`refused: ${error.message}`) : { is: "refused" };
  }
  if (info === "password") return different("accepted, though it needs a password");
  try {
    const own = await processPdf(bytes, { maxPages: 1, maxEdge: EDGE, lane: "people" });
    if (!info) return { is: "without a second opinion" };
    if (!own) return { is: "too slow for a thumbnail" };
    if (own.pageCount !== info.pageCount) return different(`${own.pageCount} pages, not ${info.pageCount}`);
    const theirs = await firstPageOf(file, EDGE);
    if (!theirs) return { is: "without a second opinion" };
    const [picture] = own.pictures;
    if (!picture) return different("its first page isn't drawn");
    const hidden = await hiddenShare(picture, theirs);
    if (hidden > MAX_HIDDEN) return different(`${(hidden * 100).toFixed(0)} % of its first page is missing`);
    return { is: "alike" };
  } catch (error) {
    if (error instanceof Refusal) return { is: "refused" };
    return different(`crashed: ${error}`);
  }
}
