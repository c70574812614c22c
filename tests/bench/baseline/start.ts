import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { end } from "../load/measure.ts";

/** The bare server, in a process of its own. */
export interface Baseline {
  url: string;
  stop(): Promise<void>;
}

/** Starts the bare server on the mirror's database. */
export async function startBaseline(databaseUrl: string, shop: string): Promise<Baseline> {
  const child = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [databaseUrl, shop], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://localhost:${port}`, stop: () => end(child) };
}
