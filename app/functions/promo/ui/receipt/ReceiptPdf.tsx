import { useEffect, useRef } from "react";
import { drawPages, type ShownPages } from "./draw-pdf";
import styles from "./ReceiptViewer.module.css";

interface ReceiptPdfProps {
  file: Blob;
  /** The first page to show, from 1. */
  first: number;
  onShown(shown: ShownPages): void;
  onFail(): void;
}

/** Pages of a PDF as pictures. */
export default function ReceiptPdf({ file, first, onShown, onFail }: ReceiptPdfProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const abort = new AbortController();
    if (container.current)
      drawPages(file, container.current, first, { signal: abort.signal, onShown }).catch(() => {
        if (!abort.signal.aborted) onFail();
      });
    return () => abort.abort();
  }, [file, first, onShown, onFail]);
  return <div ref={container} className={styles.pages} />;
}
