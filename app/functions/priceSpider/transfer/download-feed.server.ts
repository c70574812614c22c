import { rm } from "node:fs/promises";
import pRetry from "p-retry";
import { Refusal, upstreamFailed } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { downloadOutbound, OutboundTooLarge } from "~/platform/outbound.server";
import { pauseMs } from "~/platform/pauses.server";
import { codeOf, FailedAnswer, isFailedStatus } from "~/platform/send-repeated.server";

const WITHIN_MS = 10 * 60_000;
const MAX_BYTES = 500 * 1024 * 1024;
const REPEATS = 2;

const REASONS: Record<string, string> = {
  ABORT_ERR: "it took longer than 10 minutes. Try again later",
  ECONNREFUSED: "its server refused the connection. Check the Url",
  ECONNRESET: "the connection was closed. Try again in a few minutes",
  ENOTFOUND: "no server has this name. Check the Url",
};

/** A download. */
interface FeedDownload {
  url: string;
  /** Where it is written. */
  path: string;
  signal: AbortSignal;
  onProgress(bytes: number, total: number | null): void;
}

/**
 * Downloads the whole feed to a file. It is repeated when the other system fails or the connection is lost.
 * @throws a 502 refusal that says why there is no feed
 */
export async function downloadFeed({ url, path, signal, onProgress }: FeedDownload): Promise<void> {
  const download = async () => {
    await rm(path, { force: true });
    const options = { path, signal, onProgress, maxBytes: MAX_BYTES, timeoutMs: WITHIN_MS, allowQuery: true };
    const status = await downloadOutbound(url, options);
    if (isFailedStatus(status)) throw new FailedAnswer("The feed's server", { status, retryAfterMs: null });
    if (status !== 200)
      throw upstreamFailed(
        status >= 300 && status < 400
          ? `The feed's address leads to another one (HTTP ${status}). Enter the other one as Url.`
          : `The feed couldn't be downloaded: HTTP ${status}. Check the Url.`,
      );
  };
  try {
    await pRetry(download, {
      retries: REPEATS,
      minTimeout: pauseMs(1_000),
      signal,
      shouldRetry: ({ error }) =>
        !(error instanceof Refusal || error instanceof OutboundTooLarge || signal.aborted),
    });
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error;
    if (error instanceof OutboundTooLarge) throw upstreamFailed("The feed is larger than 500 MB.");
    const code = codeOf(error);
    log.warn({ code }, "the feed for PriceSpider was not downloaded");
    if (error instanceof FailedAnswer) throw upstreamFailed(`${error.message} Try again in a few minutes.`);
    throw upstreamFailed(
      `The feed couldn't be downloaded as a whole: ${REASONS[code] ?? `${code}. Try again in a few minutes`}.`,
    );
  }
}
