import { expect, test } from "vitest";
import { groupedLines, linesOf } from "~/connectors/shopify/bulk-lines.server";

/** A result file that arrives a few bytes at a time, so that characters are cut. */
function arriving(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(sent, sent + 5));
      sent += 5;
    },
  });
}

async function read(text: string): Promise<unknown[]> {
  const groups: unknown[] = [];
  for await (const group of groupedLines(linesOf(arriving(text)))) groups.push(group);
  return groups;
}

test("a line ends with a line feed only, whatever separators its texts have", async () => {
  const product = { id: "1", title: "Tea\u2028for\u2029two\u0085 🫖", handle: "" };
  const variant = { id: "2", __parentId: "1", title: "\u2028" };
  const other = { id: "3" };
  const file = [product, variant, other].map((line) => JSON.stringify(line));
  for (const text of [file.join("\n"), `${file.join("\r\n")}\r\n`])
    expect(await read(text)).toEqual([
      { line: product, parts: [variant] },
      { line: other, parts: [] },
    ]);
});

test("a character that can't be stored is replaced, so that no single text prevents the others from being stored", async () => {
  expect(await read(String.raw`{"id":"1","value":"a\u0000b \ud83d \ud83e\uded6 \\u0000"}`)).toEqual([
    { line: { id: "1", value: "a\uFFFDb \uFFFD 🫖 \\u0000" }, parts: [] },
  ]);
});
