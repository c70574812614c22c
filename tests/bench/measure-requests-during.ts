import { setTimeout as wait } from "node:timers/promises";
import type { BenchBackroom } from "./backroom.ts";

const INTERVAL_MS = 25;

/** Reads the list of students repeatedly while the work runs. @returns the sorted durations in milliseconds */
export async function measureRequestsDuring(
  { call }: BenchBackroom,
  work: Promise<unknown>,
): Promise<number[]> {
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
    await wait(INTERVAL_MS);
  }
  await work;
  return waits.sort((a, b) => a - b);
}
