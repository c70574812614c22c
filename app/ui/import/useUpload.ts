import { useCallback, useEffect, useRef, useState } from "react";
import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { HeldSheet } from "./held-sheet";

/** The server refused a slice. The message is for the person. */
export class UploadRefused extends Error {}

export interface UploadParts {
  count: number;
  slice(index: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The address that accepts the slices. */
  url: string;
  signal: AbortSignal;
  /** Called after each slice with the number of slices that the server has. */
  onSent(sent: number): void;
  /** Called when a slice got no response and waits for its retry, and when the upload continues. */
  onWaiting(isWaiting: boolean): void;
}

/** Two slices keep the server busy. More would only wait there. */
const CONCURRENCY = 2;

const FIRST_PAUSE_MS = 500;

const LONGEST_PAUSE_MS = 15_000;

/**
 * Sends all slices. One that gets no response is sent again until it does, so a lost connection loses nothing. The server accepts a repeated
 * slice without a second effect. After one that didn't arrive in time, only one is in flight at a time.
 * @throws UploadRefused when the server refuses a slice or the connection is too slow, SheetProblem when the rows are lost, and the signal's
 * reason when it is aborted
 */
export async function uploadSlices(parts: UploadParts): Promise<void> {
  let next = 0;
  let sent = 0;
  const line: Line = { isSlow: false, turn: Promise.resolve() };
  const sender = async () => {
    while (next < parts.count) {
      const index = next++;
      await sendUntilAnswered(await parts.slice(index), parts, line);
      sent += 1;
      parts.onSent(sent);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, parts.count) }, sender));
}

/** What the senders of an upload share. */
interface Line {
  /** A slice didn't arrive in time. */
  isSlow: boolean;
  /** Resolves when the last slice that waits for its turn was sent. */
  turn: Promise<unknown>;
}

/** Two slices in flight would halve a slow line for each. */
function sendInTurn(body: Uint8Array<ArrayBuffer>, parts: UploadParts, line: Line): Promise<Response | null> {
  const answer = line.turn.then(() => send(body, parts));
  line.turn = answer.catch(() => undefined);
  return answer;
}

/** The server received too little of the body within its time. */
const REQUEST_TIMEOUT = 408;

/** How often a slice that has the line to itself may fail to arrive in time. Together that takes about a minute. */
const MAX_TIMEOUTS = 5;

const TOO_SLOW =
  "Your connection is too slow to send these rows. Use a faster connection, and check the rows again.";

async function sendUntilAnswered(
  body: Uint8Array<ArrayBuffer>,
  parts: UploadParts,
  line: Line,
): Promise<void> {
  let timeouts = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    parts.signal.throwIfAborted();
    const isInTurn = line.isSlow;
    const answer = await (isInTurn ? sendInTurn(body, parts, line) : send(body, parts));
    if (answer?.ok) return parts.onWaiting(false);
    if (answer?.status === REQUEST_TIMEOUT) {
      line.isSlow = true;
      if (isInTurn) timeouts += 1;
      if (timeouts === MAX_TIMEOUTS) throw new UploadRefused(TOO_SLOW);
    } else if (answer && answer.status < 500 && answer.status !== 429)
      throw new UploadRefused(await refusalText(answer));
    // A 408 is an answer: the server is there.
    parts.onWaiting(answer?.status !== REQUEST_TIMEOUT);
    await pauseOrOnline(pause, parts.signal);
  }
}

/** @returns null when there was no response */
async function send(body: Uint8Array<ArrayBuffer>, { url, signal }: UploadParts): Promise<Response | null> {
  const headers = { "content-type": "application/json" };
  try {
    return await fetch(url, { method: "PUT", headers, body, signal });
  } catch (error) {
    signal.throwIfAborted();
    // `fetch` throws it when there is no response.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function refusalText(answer: Response): Promise<string> {
  const body: { notice?: { text?: string }; msg?: string } | null = await answer.json().catch(() => null);
  return (
    body?.notice?.text ??
    body?.msg ??
    "The server refused the rows. Reload the page and choose the file again."
  );
}

/** Waits, but not longer than until the browser is online again. */
function pauseOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}

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
          problem:
            error instanceof UploadRefused || error instanceof SheetProblem
              ? error.message
              : "The rows couldn't be sent. Try again.",
        });
      },
    );
  }, [openSheet, url]);

  return { ...upload, start };
}
