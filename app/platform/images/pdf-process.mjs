// @ts-check
/**
 * The program of the process that reads one PDF: bytes on standard input, options as JSON in the first argument. On standard output it
 * writes one line of JSON, then the bytes of each picture. A PDF that takes too much memory ends only this process. Plain JavaScript,
 * because Node runs the file as it is in each environment.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** @type {{ maxMemory: number, maxPages: number, maxEdge: number, hasText: boolean }} */
const { maxMemory, maxPages, maxEdge, hasText } = JSON.parse(process.argv[2] ?? "");

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(1);
}, 20).unref();

const folder = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
/** Of a page. A small file can have hundreds of thousands, which the caller would have to parse. */
const MAX_TEXTS = 5_000;
const MAX_LETTERS = 500;
/** `AnnotationMode.ENABLE`: stamps and the values of forms are part of what a person sees. */
const APPEARANCES = 1;

/** @type {Buffer[]} */
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);

/** @type {object} */
let head;
/** @type {Buffer[]} */
let pictures = [];
try {
  const pdf = await getDocument({
    data: new Uint8Array(Buffer.concat(chunks)),
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    cMapUrl: `${folder}/cmaps/`,
    wasmUrl: `${folder}/wasm/`,
    maxImageSize: 50_000_000,
    verbosity: 0,
  }).promise;
  /** @type {object[][]} */
  const texts = [];
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
    const page = await pdf.getPage(number);
    if (hasText) texts.push(await wordsOf(page));
    // One that can't be drawn here may be shown elsewhere. A file that can't be opened is refused.
    const picture = await draw(pdf, page).catch(() => undefined);
    if (picture) pictures.push(picture);
  }
  head = { pageCount: pdf.numPages, texts, sizes: pictures.map(({ length }) => length) };
} catch (error) {
  pictures = [];
  head = {
    problem: error instanceof Error && error.name === "PasswordException" ? "password" : "unreadable",
  };
}
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...pictures]), () =>
  process.exit(0),
);

/** @param {any} pdf @param {any} page */
async function draw(pdf, page) {
  const size = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxEdge / Math.max(size.width, size.height) });
  const [width, height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
  const { canvas, context } = pdf.canvasFactory.create(width, height);
  await page.render({
    canvas,
    canvasContext: context,
    viewport,
    annotationMode: APPEARANCES,
    background: "white",
  }).promise;
  page.cleanup();
  return canvas.toBuffer("image/jpeg", 86);
}

/** The words of a page with their places, as shares of its width and height. @param {any} page */
async function wordsOf(page) {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items
    .filter((/** @type {any} */ { str }) => str?.trim())
    .slice(0, MAX_TEXTS)
    .map((/** @type {any} */ { str, transform, width, height }) => {
      const [left, bottom] = viewport.convertToViewportPoint(transform[4], transform[5]);
      return {
        text: str.slice(0, MAX_LETTERS),
        x: left / viewport.width,
        y: (bottom - height) / viewport.height,
        width: width / viewport.width,
        height: height / viewport.height,
      };
    });
}
