import { useEffect, useState } from "react";
import type { ReceiptFile } from "../../read-submission-answer.server";

/** What of a receipt is loaded. */
export interface LoadedReceipt {
  /** The URL of the picture to show: first the thumbnail, then the file. Undefined for a PDF. */
  pictureUrl?: string;
  /** The file, to show or to download. */
  file?: Blob;
  /** Why the file can't be shown. */
  problem?: string;
}

const UNREACHABLE = "The receipt couldn't be loaded. Close the submission and open it again.";

/** Loads a receipt by script, because an address in the admin's frame carries no session token. */
export function useReceiptFile({ id, contentType, hasThumbnail }: ReceiptFile): LoadedReceipt {
  const [loaded, setLoaded] = useState<LoadedReceipt>({});
  useEffect(() => {
    const abort = new AbortController();
    const urls: string[] = [];
    const isPicture = contentType !== "application/pdf";
    const show = (blob: Blob, change: LoadedReceipt) => {
      if (abort.signal.aborted) return;
      const pictureUrl = isPicture ? URL.createObjectURL(blob) : undefined;
      if (pictureUrl) urls.push(pictureUrl);
      setLoaded((before) => (before.file && !change.file ? before : { ...change, pictureUrl }));
    };
    const fetchBlob = async (variant: "file" | "thumbnail") => {
      const response = await fetch(`/attachments/${id}/${variant}`, { signal: abort.signal });
      if (!response.ok) throw new Error(UNREACHABLE);
      // The response has no type that a browser would show.
      return new Blob([await response.arrayBuffer()], {
        type: variant === "thumbnail" ? "image/jpeg" : contentType,
      });
    };
    const load = async () => {
      const thumbnail = hasThumbnail && isPicture ? fetchBlob("thumbnail") : undefined;
      // Without it the file is shown as soon as it is loaded.
      await thumbnail?.then((blob) => show(blob, {})).catch(() => {});
      const file = await fetchBlob("file");
      show(file, { file });
    };
    load().catch(() => {
      if (!abort.signal.aborted) setLoaded((before) => ({ ...before, problem: UNREACHABLE }));
    });
    return () => {
      abort.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [id, contentType, hasThumbnail]);
  return loaded;
}
