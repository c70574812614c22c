import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The outcome of a file. */
export interface SheetAnswer {
  rows?: number;
  refused?: string;
  crashed?: string;
  /** It was ended, because it took longer than allowed. */
  hung?: true;
  milliseconds: number;
  /** How long the thread had the processor (milliseconds), where Node can tell. */
  worked?: number;
}

/** Reads spreadsheets in a thread that can be ended, as the page's worker can. */
export class SheetThread {
  #worker = start();

  /** @param patience milliseconds until the thread is ended, and the next file gets a new one */
  async read(bytes: Uint8Array<ArrayBuffer>, name: string, patience: number): Promise<SheetAnswer> {
    const begun = performance.now();
    const worker = this.#worker;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), patience);
    worker.postMessage({ bytes, name }, [bytes.buffer]);
    try {
      const [answer] = await Promise.race([
        once(worker, "message", { signal: timeout.signal }),
        once(worker, "exit", { signal: timeout.signal }).then(([code]) => [
          { crashed: `The thread ended with ${code}.` },
        ]),
      ]);
      if (answer.crashed) await this.#renew();
      return { ...answer, milliseconds: performance.now() - begun };
    } catch (error) {
      await this.#renew();
      const milliseconds = performance.now() - begun;
      return timeout.signal.aborted ? { hung: true, milliseconds } : { crashed: String(error), milliseconds };
    } finally {
      clearTimeout(timer);
      timeout.abort();
    }
  }

  close(): Promise<unknown> {
    return this.#worker.terminate();
  }

  async #renew(): Promise<void> {
    await this.#worker.terminate();
    this.#worker = start();
  }
}

const start = () =>
  new Worker(new URL("../programs/read-sheets.ts", import.meta.url), { execArgv: ["--import", "tsx"] });
