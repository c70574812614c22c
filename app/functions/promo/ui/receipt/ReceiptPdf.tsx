import { GlobalWorkerOptions, getDocument } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef } from "react";
import { PdfDecoders } from "./pdf-decoders";
import styles from "./ReceiptViewer.module.css";

GlobalWorkerOptions.workerSrc = workerUrl;

/** A receipt has few pages. More of a hostile file would only fill the memory. */
const MAX_PAGES = 20;
/** In device pixels, so that a page stays sharp when it is zoomed. */
const PAGE_WIDTH = 1_400;
/** The largest picture in a PDF, in pixels. */
const MAX_PICTURE_PIXELS = 50_000_000;
/** A file that isn't shown by then is a hostile one. */
const PATIENCE_MS = 30_000;

/**
 * The pages of a PDF as pictures. Its scripts, forms and links don't run: only the pages' content is drawn, by a worker that is
 * terminated with the viewer.
 */
export default function ReceiptPdf({ file, onFail }: { file: Blob; onFail(): void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawing = drawPages(file, container.current, onFail);
    return drawing.stop;
  }, [file, onFail]);
  return <div ref={container} className={styles.pages} />;
}

function drawPages(file: Blob, container: HTMLDivElement | null, onFail: () => void) {
  let isStopped = false;
  let destroy = () => {};
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    destroy();
  };
  const fail = () => {
    if (isStopped) return;
    stop();
    onFail();
  };
  const timer = setTimeout(fail, PATIENCE_MS);
  const draw = async () => {
    const data = new Uint8Array(await file.arrayBuffer());
    if (isStopped || !container) return;
    const task = getDocument({
      data,
      isEvalSupported: false,
      enableXfa: false,
      useWorkerFetch: false,
      BinaryDataFactory: PdfDecoders,
      maxImageSize: MAX_PICTURE_PIXELS,
      verbosity: 0,
    });
    destroy = () => void task.destroy();
    const pdf = await task.promise;
    container.replaceChildren();
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && !isStopped; number += 1) {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: PAGE_WIDTH / page.getViewport({ scale: 1 }).width });
      const canvas = document.createElement("canvas");
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `Receipt, page ${number}`);
      container.append(canvas);
      await page.render({ canvas, viewport, annotationMode: NO_ANNOTATIONS }).promise;
    }
    clearTimeout(timer);
  };
  draw().catch(fail);
  return { stop };
}

/** `AnnotationMode.DISABLE`: form fields and links aren't drawn. */
const NO_ANNOTATIONS = 0;
