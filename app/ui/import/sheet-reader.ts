import { SheetProblem } from "~/platform/sheets/reading/problem";
import type { SheetRow } from "~/platform/sheets/reading/row";
import type { ReadChoices, ReaderMessage, ReaderRequest, ReadSheet } from "./reader-messages";

/** After this long without a message, a worker is considered hung (milliseconds). */
const PATIENCE_MS = 60_000;

/** A spreadsheet in its own worker, which keeps its rows in memory. Close it when they are no longer needed. */
export class SheetReader {
  readonly #worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
  #file: { file: File; expected: readonly string[] } | null = null;
  readonly #waiting = new Map<number, WaitingSlice[]>();
  #isLost = false;

  constructor() {
    this.#worker.addEventListener("error", () => this.#lose());
  }

  /**
   * Reads the first sheet of a file. Call it once.
   * @param expected known headings, by which the heading row is found
   * @param onProgress called with the number of rows read so far
   * @throws SheetProblem with a sentence for the person
   */
  read(
    file: File,
    expected: readonly string[],
    onProgress: (rows: number) => void,
    choices: ReadChoices = {},
  ): Promise<ReadSheet> {
    this.#file = { file, expected };
    return new Promise((resolve, reject) => {
      let timer = 0;
      const refuse = (problem: SheetProblem) => {
        window.clearTimeout(timer);
        this.close();
        reject(problem);
      };
      const wait = () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => refuse(new SheetProblem(ENDLESS)), PATIENCE_MS);
      };
      this.#worker.addEventListener("error", () => refuse(new SheetProblem(BROKE_OFF)));
      this.#worker.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => {
        if (data.type === "slice") return this.#deliver(data.index, data.rows);
        wait();
        if (data.type === "progress") return onProgress(data.rows);
        if (data.type === "refused") return refuse(new SheetProblem(data.sentence, { reason: data.reason }));
        window.clearTimeout(timer);
        resolve(data.sheet);
      });
      wait();
      this.#post({ type: "read", file, expected, choices });
    });
  }

  /**
   * Reads the file again, as a person says that it is written, in a reader of its own. This one keeps its rows.
   * @throws as `read`
   */
  async readAgain(choices: ReadChoices): Promise<{ sheet: ReadSheet; reader: SheetReader }> {
    if (!this.#file) throw new Error("The file wasn't read before.");
    const { file, expected } = this.#file;
    const reader = new SheetReader();
    return { sheet: await reader.read(file, expected, () => {}, choices), reader };
  }

  /**
   * Some of the rows as JSON, as they are sent to the server.
   * @param index counted from 0
   * @throws SheetProblem when the worker has ended, as it does when the browser runs out of memory, or is hung
   */
  slice(index: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      if (this.#isLost) return reject(new SheetProblem(LOST));
      const timer = window.setTimeout(() => this.#lose(), PATIENCE_MS);
      this.#waiting.set(index, [...(this.#waiting.get(index) ?? []), { resolve, reject, timer }]);
      this.#post({ type: "slice", index });
    });
  }

  /** All rows, one after the other. */
  async *rows({ slices }: ReadSheet): AsyncGenerator<SheetRow> {
    for (let index = 0; index < slices; index += 1)
      yield* JSON.parse(new TextDecoder().decode(await this.slice(index))) as SheetRow[];
  }

  close(): void {
    this.#worker.terminate();
  }

  #post(message: ReaderRequest): void {
    this.#worker.postMessage(message);
  }

  #deliver(index: number, rows: Uint8Array<ArrayBuffer>): void {
    const [first, ...others] = this.#waiting.get(index) ?? [];
    this.#waiting.set(index, others);
    window.clearTimeout(first?.timer);
    first?.resolve(rows);
  }

  /** The rows were in the worker. */
  #lose(): void {
    this.#isLost = true;
    this.close();
    for (const { reject, timer } of [...this.#waiting.values()].flat()) {
      window.clearTimeout(timer);
      reject(new SheetProblem(LOST));
    }
    this.#waiting.clear();
  }
}

/** Who waits for a slice. */
interface WaitingSlice {
  resolve(rows: Uint8Array<ArrayBuffer>): void;
  reject(problem: SheetProblem): void;
  timer: number;
}

const ENDLESS =
  "Reading the file takes too long. Save it again as xlsx in your spreadsheet program, and choose the new file.";
const LOST =
  "The browser no longer has the file's rows. Close other tabs or use a smaller file, and choose it again.";
const BROKE_OFF =
  "The file couldn't be read in this browser. Close other tabs or use a smaller file, and try again.";
