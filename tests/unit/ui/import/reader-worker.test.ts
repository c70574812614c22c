// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import type { ReaderMessage } from "~/ui/import/reader-messages";
import "~/ui/import/reader.worker";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A file whose bytes can't be read. */
function failingFile(error: Error): File {
  const fail = () => Promise.reject(error);
  const file = { name: "people.csv", size: 20, arrayBuffer: fail, slice: () => file };
  return file as unknown as File;
}

const read = (file: File) =>
  self.dispatchEvent(
    new MessageEvent("message", { data: { type: "read", file, expected: [], choices: {} } }),
  );

it("refuses a file that was changed or moved after it was chosen", async () => {
  const answer = new Promise<ReaderMessage>((resolve) => {
    vi.spyOn(self, "postMessage").mockImplementation((message: ReaderMessage) => resolve(message));
  });
  read(failingFile(new DOMException("The requested file could not be read", "NotReadableError")));
  expect(await answer).toEqual({
    type: "refused",
    sentence:
      "The browser can't read this file. It may have been changed, moved or deleted after it was chosen. Choose it again.",
  });
});

it("reports any other error to the page", async () => {
  const error = new RangeError("Array buffer allocation failed");
  const reported = new Promise((resolve) => vi.stubGlobal("reportError", resolve));
  read(failingFile(error));
  expect(await reported).toBe(error);
});
