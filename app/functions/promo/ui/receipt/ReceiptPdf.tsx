import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { drawPages, type ShownPages } from "./draw-pdf";
import { type ReceiptMark, ReceiptMarks } from "./ReceiptMarks";
import styles from "./ReceiptViewer.module.css";

interface ReceiptPdfProps {
  file: Blob;
  /** The first page to show, from 1. */
  first: number;
  marks: readonly ReceiptMark[];
  onShown(shown: ShownPages): void;
  onFail(): void;
}

/** Pages of a PDF as pictures. */
export default function ReceiptPdf({ file, first, marks, onShown, onFail }: ReceiptPdfProps) {
  const container = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<Element[]>([]);
  const show = useCallback(
    (shown: ShownPages) => {
      setPages([...(container.current?.children ?? [])]);
      onShown(shown);
    },
    [onShown],
  );
  useEffect(() => {
    const abort = new AbortController();
    if (container.current)
      drawPages(file, container.current, first, { signal: abort.signal, onShown: show }).catch(() => {
        if (!abort.signal.aborted) onFail();
      });
    return () => abort.abort();
  }, [file, first, show, onFail]);
  return (
    <>
      <div ref={container} className={styles.pages} />
      {pages.map((page) =>
        createPortal(
          <ReceiptMarks marks={marks} page={Number(page.getAttribute("data-page"))} />,
          page,
          page.getAttribute("data-page"),
        ),
      )}
    </>
  );
}
