import fs from "node:fs";
import { chromium } from "playwright";
import sharp from "sharp";
import { chromiumProgram } from "../support/chromium.ts";
import { type DemoBrowser, openDemo, readDemoPages } from "../support/demo-browser.ts";
import { TOUR } from "./plan.ts";
import type { Session } from "./take-pictures.ts";

const FOLDER = "docs/images";
const [WIDTH, HEIGHT] = [1_280, 820];

/** Writes the pictures of README's tour, small enough for a repository. */
export async function writeTour({ localStoreUrl, shop }: Session): Promise<void> {
  fs.mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumProgram(), args: ["--no-sandbox"] });
  try {
    const demo = await openDemo(browser, { localStoreUrl, shop, width: WIDTH });
    await demo.page.setViewportSize({ width: WIDTH, height: HEIGHT });
    const pages = await readDemoPages(demo);
    for (const [name, path] of Object.entries(TOUR))
      await write(demo, name, pages.find((page) => page.path === path)?.address ?? path);
    const phone = await openDemo(browser, { localStoreUrl, shop, width: 390 });
    await write(phone, "students-phone", "/students");
  } finally {
    await browser.close();
  }
}

async function write({ page, open }: DemoBrowser, name: string, address: string): Promise<void> {
  await open(address);
  await sharp(await page.screenshot())
    .webp({ quality: 74, effort: 6 })
    .toFile(`${FOLDER}/${name}.webp`);
}
