import { useCallback, useEffect, useRef, useState } from "react";
import type { HeldSheet } from "./held-sheet";
import { UploadRefused, uploadSlices } from "./upload";

/** How far sending the rows is. */
export interface UploadState {
  state: "idle" | "sending" | "sent" | "refused";
  /** The rows that the server has, counted in whole slices. */
  rows: number;
  /** The server isn't responding. What is missing is sent again automatically. */
  isWaiting: boolean;
  /** Why the server refused. */
  problem: string | null;
}

const IDLE: UploadState = { state: "idle", rows: 0, isWaiting: false, problem: null };

/** Sends the rows of a held file. It stops when the page is left. */
export function useUpload(openSheet: HeldSheet<unknown> | null, url: string) {
  const [upload, setUpload] = useState(IDLE);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const start = useCallback(() => {
    if (!openSheet) return;
    const { sheet, reader } = openSheet;
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    const set = (change: Partial<UploadState>) => {
      if (!signal.aborted) setUpload((now) => ({ ...now, ...change }));
    };
    setUpload({ ...IDLE, state: "sending" });
    uploadSlices({
      count: sheet.slices,
      slice: (index) => reader.slice(index),
      url,
      signal,
      onSent: (sent) => set({ rows: Math.round((sheet.rows * sent) / sheet.slices) }),
      onWaiting: (isWaiting) => set({ isWaiting }),
    }).then(
      () => set({ state: "sent", isWaiting: false }),
      (error: unknown) => {
        if (signal.aborted) return;
        controller.abort();
        setUpload({
          ...IDLE,
          state: "refused",
          problem: error instanceof UploadRefused ? error.message : "The rows couldn't be sent. Try again.",
        });
      },
    );
  }, [openSheet, url]);

  return { ...upload, start };
}
