import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Debian's own Python has the packages `python3-openpyxl` and `python3-xlrd`. */
const PYTHON = "/usr/bin/python3";
const PROGRAM = "tests/guarantees/programs/second-reader.py";

export type SecondReading = { rows: string[][] } | { error: string };

/** Whether openpyxl and xlrd are installed. */
export const hasSecondReader = (): boolean => spawnSync(PYTHON, ["-c", "import openpyxl, xlrd"]).status === 0;

/** Reads workbooks with openpyxl or xlrd, one after the other. */
export class SecondReader {
  #process = spawn(PYTHON, [PROGRAM], { stdio: ["pipe", "pipe", "ignore"] });
  #lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();

  async read(path: string): Promise<SecondReading> {
    this.#process.stdin.write(`${path}\n`);
    const { done, value } = await this.#lines.next();
    if (done) throw new Error(`The second reader ended at ${path}.`);
    return JSON.parse(value) as SecondReading;
  }

  async close(): Promise<void> {
    this.#process.stdin.end();
    if (this.#process.exitCode === null) await once(this.#process, "exit");
  }
}
