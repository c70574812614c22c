import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router-dom";

/** How often a page's data is requested again while the server is too busy to answer. */
const REPEATS = 2;
const MAX_PAUSE_MS = 5_000;

type Fetch = typeof globalThis.fetch;

/**
 * Wraps the browser's `fetch` for Remix's requests for a page's data. The server refuses some of them before Remix sees them, such as
 * all requests under overload, with JSON that Remix can't decode: it would log a SyntaxError and show a page without a reason. A
 * refused load is repeated after the pause that the server asks for. What stays refused is thrown as the answer of a route, so that the
 * error page, or the notice of an action, has its status and sentence.
 */
export const fetchWithRefusals =
  (send: Fetch): Fetch =>
  async (input, init) => {
    if (!isDataRequest(input)) return send(input, init);
    const isLoad = (init?.method ?? "GET") === "GET";
    for (let repeats = isLoad ? REPEATS : 0; ; repeats--) {
      const response = await send(input, init);
      if (response.ok || response.headers.has("X-Remix-Response")) return response;
      const pauseMs = Number(response.headers.get("Retry-After")) * 1_000;
      if (repeats === 0 || response.status !== 503 || !(pauseMs > 0))
        throw new RefusedRequest(response, await response.text());
      await pause(Math.min(pauseMs, MAX_PAUSE_MS), init?.signal);
    }
  };

/** The server's answer to a request that never reached Remix. The error page shows it like the answer of a route. */
export class RefusedRequest extends ErrorResponse {
  /** What the server says to a person. Empty when a proxy between answered with a page of its own. */
  readonly sentence: string;

  constructor({ status, statusText }: Response, body: string) {
    const sentence = sentenceIn(body);
    super(status, statusText, sentence);
    this.sentence = sentence;
  }
}

/** Remix requests data as `students.data`. Its requests are URLs, never `Request` objects. */
const isDataRequest = (input: Parameters<Fetch>[0]): boolean =>
  !(input instanceof Request) && new URL(input, window.location.href).pathname.endsWith(".data");

function sentenceIn(body: string): string {
  try {
    const { msg } = JSON.parse(body) as { msg?: unknown };
    return typeof msg === "string" ? msg : "";
  } catch {
    return "";
  }
}

const pause = (ms: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
