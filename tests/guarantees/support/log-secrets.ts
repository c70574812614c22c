import fs from "node:fs";
import { createInterface } from "node:readline";
import { application } from "../../../local-store/config.ts";

const SECRETS: readonly RegExp[] = [
  /shp[a-z]{2}_[0-9a-f]{8,}/,
  /\beyJ[\w-]{10,}/,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.(?:example|com|org|net)\b/i,
  new RegExp(application.apiSecret),
  /\bv(?:1|2:[\w-]+):[\w+/=]{20,}/,
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{16}\b/,
];

/** Goes through a log line by line. @returns how many lines it has, and those that tell what no log may tell */
export async function secretsIn(file: string): Promise<{ lines: number; secrets: string[] }> {
  let lines = 0;
  const secrets: string[] = [];
  for await (const line of createInterface({ input: fs.createReadStream(file) })) {
    lines += 1;
    if (SECRETS.some((secret) => secret.test(line))) secrets.push(line.slice(0, 300));
  }
  return { lines, secrets };
}
