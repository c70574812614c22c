import { once } from "node:events";
import { createWriteStream } from "node:fs";

const CHUNK = 256 * 1024;

/** Writes JSONL to a file in large chunks, with backpressure. */
export class LineWriter {
  readonly #stream;
  #buffer: string[] = [];
  #buffered = 0;
  /** Lines written so far. */
  lines = 0;
  /** Bytes written so far. */
  bytes = 0;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  /** Adds an object as a line. */
  add(line: unknown): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#buffer.push(text);
    this.#buffered += text.length;
    this.lines += 1;
  }

  /** Writes the buffer if it is large enough. Call it between batches. */
  async flush(everything = false): Promise<void> {
    if (this.#buffered === 0 || (!everything && this.#buffered < CHUNK)) return;
    const chunk = Buffer.from(this.#buffer.join(""));
    this.#buffer = [];
    this.#buffered = 0;
    this.bytes += chunk.length;
    if (!this.#stream.write(chunk)) await once(this.#stream, "drain");
  }

  /** Writes the rest and closes the file. */
  async close(): Promise<void> {
    await this.flush(true);
    this.#stream.end();
    await once(this.#stream, "close");
  }
}
