import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFeed } from "~/functions/priceSpider/transfer/feed-file.server";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "backroom-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(content: string | Buffer, url = "https://feeds.example/products.csv") {
  const file = path.join(folder, "feed");
  await writeFile(file, content);
  return checkFeed(file, url);
}

test.each([
  ["sku,price\nA,1\nB,2\n", 2],
  ["\uFEFFsku;price\r\nA;1", 1],
  ["sku\tprice\n\nA\t1\n\n", 1],
  ['<?xml version="1.0"?><!-- <x> --><rss><item/></rss>\n', null],
  ["<rss><item/></rss>\n<!-- made in 3 s -->\n<!-- end -->\n", null],
])("%j is a feed", async (content, rows) => {
  expect(await check(content)).toMatchObject({ bytes: Buffer.byteLength(content), rows });
});

test.each([
  ["", "is empty"],
  ["sku,price\n", "has no products"],
  ["Not found\nat all", "has no columns"],
  ["<!DOCTYPE html><html></html>", "is a web page"],
  ["<rss><item>", "is cut off: it doesn't end with </rss>"],
  ["<>", "isn't XML"],
  [Buffer.from([0x1f, 0x8b, 0, 0, 0x2c]), "isn't a text"],
])("%j is not", async (content, problem) => {
  await expect(check(content)).rejects.toMatchObject({
    message: expect.stringContaining(`The feed ${problem}`),
  });
});

test.each([
  ["https://feeds.example/a/products.csv?token=1", "products.csv"],
  ["https://feeds.example/a%20feed%2F..%2Fx.TXT", "a_feed_.._x.TXT"],
  ["https://feeds.example/download", "download.csv"],
  ["https://feeds.example/100%.csv", "100_.csv"],
  ["https://feeds.example/..hidden", "hidden.csv"],
  ["https://feeds.example/", "feed.csv"],
])("the feed of %s arrives as %s", async (url, name) => {
  expect(await check("sku,price\nA,1\n", url)).toMatchObject({ name });
});
