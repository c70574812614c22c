import { useCallback, useEffect, useRef, useState } from "react";
import { MAX_PICTURES, problemOfPicture } from "../upload-limits";

/** A chosen file on its way to Shopify. */
export interface PictureUpload {
  id: string;
  file: File;
  /** `refused` can't be uploaded. `failed` can be tried again. */
  state: "refused" | "ready" | "sending" | "sent" | "failed";
  /** Why it was refused, or failed. */
  problem?: string;
  /** Of a file that was sent, for the call that adds it to the product. */
  upload?: string;
}

/** More would only wait for each other. */
const CONCURRENCY = 2;

const NOT_SENT = "It couldn't be sent. Check your connection, then upload it again.";

const TOO_MANY = `One upload takes at most ${MAX_PICTURES} pictures. Upload the others after it.`;

const ADDED_TWICE = "It is in the list already.";

/** Two choices of one file of the computer. */
const isSameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Files that are chosen for an upload, and sent to the app one by one. They are sent no further when the dialog is closed. */
export function usePictureUploads() {
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const stop = useRef(new AbortController());
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  const change = useCallback((id: string, changed: Partial<PictureUpload>) => {
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...changed } : one)));
  }, []);

  const choose = (files: readonly File[]) =>
    setUploads((before) => {
      const all = [...before];
      for (const file of files) {
        const taken = all.filter(({ state }) => state !== "refused");
        const problem =
          problemOfPicture(file) ??
          (taken.some((one) => isSameFile(one.file, file)) ? ADDED_TWICE : null) ??
          (taken.length >= MAX_PICTURES ? TOO_MANY : null);
        all.push({
          id: crypto.randomUUID(),
          file,
          ...(problem ? { state: "refused", problem } : { state: "ready" }),
        });
      }
      return all;
    });

  /** Sends the pictures that aren't sent yet. @returns all uploads with their outcomes. None when the dialog was closed before the end */
  async function send(): Promise<readonly PictureUpload[]> {
    const { signal } = stop.current;
    const waiting = uploads.filter(({ state }) => state === "ready" || state === "failed");
    const results = new Map<string, Partial<PictureUpload>>();
    const sender = async () => {
      for (let one = waiting.shift(); one && !signal.aborted; one = waiting.shift()) {
        change(one.id, { state: "sending", problem: undefined });
        const result = await sendPicture(one.file, signal);
        results.set(one.id, result);
        change(one.id, result);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sender));
    return signal.aborted ? [] : uploads.map((one) => ({ ...one, ...results.get(one.id) }));
  }

  return {
    uploads,
    choose,
    send,
    remove: (id: string) => setUploads((before) => before.filter((one) => one.id !== id)),
    /** Those that were added to the product. */
    forgetSent: () => setUploads((before) => before.filter(({ state }) => state !== "sent")),
  };
}

async function sendPicture(file: File, signal: AbortSignal): Promise<Partial<PictureUpload>> {
  try {
    const response = await fetch(`/api/productMedia/uploads?${new URLSearchParams({ name: file.name })}`, {
      method: "POST",
      headers: { "content-type": file.type },
      body: file,
      signal,
    });
    const answer: { upload?: string; msg?: string } = await response.json();
    return answer.upload
      ? { state: "sent", upload: answer.upload }
      : { state: "failed", problem: answer.msg ?? NOT_SENT };
  } catch {
    return { state: "failed", problem: NOT_SENT };
  }
}
