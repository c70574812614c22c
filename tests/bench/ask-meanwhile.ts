import { setTimeout as wait } from "node:timers/promises";
import type { BenchBackroom } from "./backroom.ts";

const ASK_EVERY_MS = 25;

/** Somebody who reads the list of students again and again. @returns how long each took, in order, milliseconds */
export async function askMeanwhile({ call }: BenchBackroom, work: Promise<unknown>): Promise<number[]> {
  let isWorking = true;
  const stop = () => {
    isWorking = false;
  };
  work.then(stop, stop);
  const waits: number[] = [];
  while (isWorking) {
    const started = performance.now();
    await call("POST", "/api/students/pending", { searchValue: "", searchType: "Email" });
    waits.push(performance.now() - started);
    await wait(ASK_EVERY_MS);
  }
  await work;
  return waits.sort((a, b) => a - b);
}
