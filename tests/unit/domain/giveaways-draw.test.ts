import { createHash } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Draw } from "~/functions/giveaways/draw/algorithm.server";

const code = (number: number) => createHash("sha256").update(`entry ${number}`).digest("hex");
const seedOf = (text: string) => createHash("sha256").update(text).digest("hex");

function drawOf(weights: readonly number[]): Draw {
  const draw = new Draw();
  draw.add(weights.map((weight, index) => ({ number: index + 1, weight, digest: code(index + 1) })));
  return draw;
}

test.each([
  // Worked out by a program in another language, from docs/giveaways-draw.md alone.
  [
    "ten with a ticket each",
    "one",
    Array(10).fill(1),
    10,
    "2a97b0a03c65e06b00bc6a2ba017b3a4a832231cb98c0f1d9df455d7929028bc",
    [3, 5, 2, 6, 9, 10, 7, 1, 8, 4],
  ],
  [
    "six with different tickets",
    "two",
    [1, 2, 3, 4, 5, 1_000],
    6,
    "e132450a36e66a69db21e1fa0dbf5725b38a49860e2fec9b8e9a3b80849256b2",
    [6, 5, 4, 3, 2, 1],
  ],
  [
    "five of a thousand",
    "two",
    Array(1_000).fill(7),
    5,
    "9ebe1c3c6ad59e5547cc2c42c3c2c294ece6015335754cf7c25bab4d48d7813a",
    [439, 740, 600, 427, 24],
  ],
])("%s are drawn as they are everywhere", async (_what, seed, weights, count, digest, drawn) => {
  const draw = drawOf(weights);
  expect(draw.entriesDigest()).toBe(digest);
  expect(await draw.draw(seedOf(seed), count)).toEqual(drawn);
});

test("the draw depends on the entries' order, tickets and codes only", async () => {
  const draw = new Draw();
  for (const number of [1, 2, 3]) draw.add([{ number, weight: 2, digest: code(number) }]);
  expect(draw.entriesDigest()).toBe(drawOf([2, 2, 2]).entriesDigest());
  expect(draw.entriesDigest()).not.toBe(drawOf([2, 2, 3]).entriesDigest());
  expect(() => draw.add([{ number: 3, weight: 1, digest: code(3) }])).toThrow("out of order");
});

test("asking for more than there are returns everyone, and no entries return none", async () => {
  expect((await drawOf([1, 1, 1]).draw(seedOf("few"), 10)).sort()).toEqual([1, 2, 3]);
  expect(await new Draw().draw(seedOf("no entries"), 3)).toEqual([]);
});

test("a draw of many places lets other requests run in between", async () => {
  let turns = 0;
  let isOver = false;
  const countTurns = async () => {
    for (; !isOver; turns += 1) await turn();
  };
  const counting = countTurns();
  const drawn = await drawOf(Array(3_000).fill(1)).draw(seedOf("many"), 2_000);
  isOver = true;
  await counting;
  expect(drawn).toHaveLength(2_000);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test("over 4,000 seeds each entrant wins in proportion to their tickets", async () => {
  const weights = [1, 1, 2, 4];
  const draw = drawOf(weights);
  const [first, drawnAtAll] = [new Map<number, number>(), new Map<number, number>()];
  const rounds = 4_000;
  for (let round = 0; round < rounds; round += 1) {
    const drawn = await draw.draw(seedOf(`round ${round}`), 2);
    first.set(drawn[0] as number, (first.get(drawn[0] as number) ?? 0) + 1);
    for (const number of drawn) drawnAtAll.set(number, (drawnAtAll.get(number) ?? 0) + 1);
  }
  // Within four standard deviations; the seeds are fixed, so it is always the same.
  for (const [index, weight] of weights.entries()) {
    const share = weight / 8;
    const deviation = Math.sqrt(rounds * share * (1 - share));
    expect(Math.abs((first.get(index + 1) ?? 0) - rounds * share)).toBeLessThan(4 * deviation);
  }
  // Without putting back: the heaviest is among two as often as sampling in turn gives.
  const [heavy, others] = [4 / 8, [1 / 8, 1 / 8, 2 / 8]];
  const expected = heavy + others.reduce((sum, other) => sum + other * (heavy / (1 - other)), 0);
  expect(Math.abs((drawnAtAll.get(4) ?? 0) / rounds - expected)).toBeLessThan(0.035);
});
