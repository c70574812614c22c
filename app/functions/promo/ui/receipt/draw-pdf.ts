import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import jbig2Url from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpegUrl from "pdfjs-dist/wasm/openjpeg.wasm?url";

/** The programs that decode JPEG 2000, JBIG2 and fax pictures, by the names under which pdf.js requests them. */
const DECODERS: Readonly<Record<string, string>> = {
  "jbig2.wasm": jbig2Url,
  "openjpeg.wasm": openjpegUrl,
};

/** Loads the decoders of pdf.js when a PDF needs one. The build has given them other names. */
class PdfDecoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = DECODERS[filename];
    if (!url) throw new Error(`The viewer has no ${filename}.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

GlobalWorkerOptions.workerSrc = workerUrl;

/** Pages that are drawn at a time, and the pixels that they may have together: more would only fill the memory. */
const MAX_PAGES = 20;

const MAX_PIXELS = 100_000_000;

/** Of one page. A taller one gets narrower. */
const MAX_PAGE_PIXELS = 40_000_000;

/** In device pixels, so that a page stays sharp when it is zoomed. */
const PAGE_WIDTH = 1_400;

/** Browsers draw nothing on a canvas that is much taller. */
const TILE_HEIGHT = 4_096;

/** The largest picture in a PDF, in pixels. */
const MAX_PICTURE_PIXELS = 50_000_000;

/** A page that isn't drawn by then is a hostile one. */
const PATIENCE_MS = 30_000;

/** `AnnotationMode.ENABLE`: stamps and the values of forms are drawn as they look. Scripts and links don't run. */
const APPEARANCES = 1;

/** What of a PDF is shown. */
export interface ShownPages {
  first: number;
  last: number;
  total: number;
  /** Sentences about what isn't shown of these pages. */
  gaps: readonly string[];
}

type Document = PDFDocumentProxy;

/**
 * Draws pages of a PDF as pictures, by a worker that ends with the signal. Its scripts, forms and links don't run.
 * @param onShown called after each page
 * @throws when the file can't be opened
 */
export async function drawPages(
  file: Blob,
  container: HTMLElement,
  first: number,
  { signal, onShown }: { signal: AbortSignal; onShown(shown: ShownPages): void },
): Promise<void> {
  const open = await openers(file, signal);
  const strict = await withPatience(open(true), signal);
  const total = strict.numPages;
  const gaps: string[] = [];
  let pixels = 0;
  let lenient: Promise<Document> | undefined;
  signal.throwIfAborted();
  container.replaceChildren();
  for (let number = first; number <= total && number < first + MAX_PAGES; number += 1) {
    const drawn = await drawPage(strict, number, signal).catch(async () => {
      // Again, without what the file's faults or size make impossible.
      lenient ??= open(false);
      const page = await drawPage(await withPatience(lenient, signal), number, signal).catch(() => undefined);
      gaps.push(
        page
          ? `Page ${number} may be incomplete. Download the file to see all of it.`
          : `Page ${number} can't be shown. Download the file to see it.`,
      );
      return page;
    });
    if (signal.aborted) return;
    if (drawn) container.append(drawn.element);
    if (drawn?.notes) gaps.push(hiddenNotes(number, drawn.notes));
    if (drawn?.isTextHidden)
      gaps.push(`Page ${number} looks empty here, although it has text. Download the file to check it.`);
    onShown({ first, last: number, total, gaps: [...gaps] });
    pixels += drawn?.pixels ?? 0;
    if (pixels > MAX_PIXELS) return;
  }
}

/** @returns a function that opens the file. The strict one refuses a page that has something it can't draw. */
async function openers(file: Blob, signal: AbortSignal): Promise<(isStrict: boolean) => Promise<Document>> {
  const bytes = await file.arrayBuffer();
  return (isStrict) => {
    signal.throwIfAborted();
    const task = getDocument({
      data: new Uint8Array(bytes.slice(0)),
      isEvalSupported: false,
      enableXfa: false,
      useWorkerFetch: false,
      BinaryDataFactory: PdfDecoders,
      maxImageSize: MAX_PICTURE_PIXELS,
      stopAtErrors: isStrict,
      verbosity: 0,
    });
    signal.addEventListener("abort", () => void task.destroy());
    return task.promise;
  };
}

async function drawPage(pdf: Document, number: number, signal: AbortSignal) {
  const page = await withPatience(pdf.getPage(number), signal);
  const size = page.getViewport({ scale: 1 });
  const width = Math.min(PAGE_WIDTH, Math.sqrt((MAX_PAGE_PIXELS * size.width) / size.height));
  const scale = width / size.width;
  const height = Math.max(1, Math.floor(size.height * scale));
  const element = document.createElement("div");
  element.dataset.page = String(number);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", `Receipt, page ${number}`);
  if (width < PAGE_WIDTH) element.style.maxWidth = `${Math.ceil(width)}px`;
  for (let top = 0; top < height; top += TILE_HEIGHT) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(width));
    canvas.height = Math.min(TILE_HEIGHT, height - top);
    element.append(canvas);
    const viewport = page.getViewport({ scale, offsetY: -top });
    const drawing = page.render({ canvas, viewport, annotationMode: APPEARANCES });
    await withPatience(drawing.promise, signal);
  }
  const notes = await withPatience(countNotes(page), signal);
  const { items } = await withPatience(page.getTextContent(), signal);
  const hasText = items.some((item) => "str" in item && item.str.trim());
  page.cleanup();
  return {
    element,
    pixels: width * height,
    notes,
    isTextHidden: hasText && [...element.querySelectorAll("canvas")].every(isBlank),
  };
}

/** The height of what is read of a canvas at a time: most pages have something in the first part. */
const BAND_HEIGHT = 256;

/** Whether nothing is drawn, as with a font that pdf.js can't read. */
function isBlank(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext("2d");
  for (let top = 0; context && top < canvas.height; top += BAND_HEIGHT) {
    const height = Math.min(BAND_HEIGHT, canvas.height - top);
    const { data } = context.getImageData(0, top, canvas.width, height);
    if (data.some((value) => value < 255)) return false;
  }
  return true;
}

const hiddenNotes = (page: number, count: number): string =>
  count === 1
    ? `Page ${page} has a note that isn't shown. Download the file to read it.`
    : `Page ${page} has ${count} notes that aren't shown. Download the file to read them.`;

/** Annotations whose text isn't part of the page's picture: viewers show it in a window of its own. */
async function countNotes(page: PDFPageProxy): Promise<number> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: "display" });
  return annotations.filter(
    ({ subtype, annotationFlags, hasAppearance, contentsObj, richText }) =>
      (subtype === "Text" || !hasAppearance) &&
      !TEXTLESS.has(subtype) &&
      (annotationFlags & INVISIBLE) === 0 &&
      Boolean(contentsObj?.str?.trim() || richText),
  ).length;
}

interface Annotation {
  subtype: string;
  annotationFlags: number;
  hasAppearance: boolean;
  contentsObj?: { str?: string };
  richText?: object | null;
}

const TEXTLESS = new Set(["Link", "Popup", "Widget"]);

/** The flags Hidden and NoView (ISO 32000-2, 12.5.3). */
const INVISIBLE = 2 | 32;

async function withPatience<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The page took too long.")), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
