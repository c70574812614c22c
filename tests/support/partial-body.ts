import http from "node:http";
import { text as readText } from "node:stream/consumers";

interface Answer {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/** A request that has sent its headers and a part of its body. */
export interface PartialBody {
  /** Resolves when the request is answered. Rejects when its connection breaks without an answer. */
  answer: Promise<Answer>;
  /** Sends the rest of the body. */
  finish(): void;
}

/** Sends the beginning of a body that is announced as longer. Resolves when it is written to the connection. */
export async function sendPartialBody(
  url: string,
  headers: http.OutgoingHttpHeaders = {},
  beginning = "x",
): Promise<PartialBody> {
  const request = http.request(url, {
    method: "POST",
    agent: false,
    headers: { ...headers, "content-length": beginning.length + 1 },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", async (response) => {
      const text = await readText(response).catch(() => "");
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], text });
    });
  });
  // A test that doesn't look at the answer leaves the connection to its server's end.
  answer.catch(() => undefined);
  await new Promise<void>((resolve) => request.write(beginning, () => resolve()));
  return { answer, finish: () => void request.end("x") };
}
