#!/usr/bin/env node
// Runs a giveaway's draw again from its file, without Backroom: node giveaways-verify.mjs FILE.json
// What it does is described in giveaways-draw.md. It needs Node 18 or newer, and nothing else.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

const file = JSON.parse(readFileSync(process.argv[2], "utf8"));
if (file.format !== "backroom-giveaway-draw-1") throw new Error(`This is not a draw's file: ${file.format}`);
const { draw, committedAt, drawnAt, seed, commitment, winners, alternates, result } = file;
const { entries, entriesDigest, entryCount, tickets, fingerprint } = file;

const lines = entries.map(([number, tickets, code]) => `${number} ${tickets} ${code}\n`);
const digest = sha256(lines.join(""));

// Who holds each ticket: the last ticket of each entrant, in the order of the entries.
const ends = [];
let total = 0;
for (const [, tickets] of entries) {
  total += tickets;
  ends.push(total);
}
const holderOf = (ticket) => {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ticket < ends[middle]) high = middle;
    else low = middle + 1;
  }
  return entries[low][0];
};

// Others would never be drawn, however long it ran.
const areInOrder = entries.every(
  ([number, tickets], index) => tickets >= 1 && (index === 0 || number > entries[index - 1][0]),
);

const drawn = [];
const most = areInOrder ? Math.min(winners + alternates, entries.length) : 0;
const fair = 2n ** 64n - (2n ** 64n % BigInt(total || 1));
for (let block = 0; drawn.length < most; block += 1) {
  const random = createHmac("sha256", seed).update(`${digest} ${block}`).digest().readBigUInt64BE(0);
  if (random >= fair) continue;
  const holder = holderOf(Number(random % BigInt(total)));
  if (!drawn.includes(holder)) drawn.push(holder);
}

const facts = [draw, committedAt, drawnAt, seed, commitment, winners, alternates, tickets, entryCount];
const checks = {
  "the seed has the SHA-256 that was published": sha256(seed) === commitment,
  "the entries have the SHA-256 that was saved": digest === entriesDigest,
  "the entries are in order, each once": areInOrder,
  "no entry and no ticket is missing or added": entries.length === entryCount && total === tickets,
  "as many are drawn as winners and alternates": result.length === most,
  "the same winners are drawn, in the same order":
    drawn.slice(0, winners).join() === result.slice(0, winners).join(),
  "the same alternates are drawn, in the same order":
    drawn.slice(winners).join() === result.slice(winners).join(),
  "the file was not edited":
    sha256(`${[...facts, entriesDigest, result.join(" ")].join("\n")}\n`) === fingerprint,
};
const output = Object.entries(checks).map(([what, holds]) => `${holds ? "yes" : "NO "}  ${what}`);
output.push(
  `winners: ${drawn.slice(0, winners).join(", ")}`,
  `alternates: ${drawn.slice(winners).join(", ")}`,
  "Compare these with the giveaway's public page:",
  `commitment: ${commitment}`,
  `fingerprint of the result: ${fingerprint}`,
);
process.stdout.write(`${output.join("\n")}\n`);
process.exitCode = Object.values(checks).every(Boolean) ? 0 : 1;
