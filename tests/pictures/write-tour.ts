import path from "node:path";
import sharp from "sharp";
import { TOUR } from "./pages.ts";

/** Writes the pictures of README's tour to `docs/images`, small enough for a repository. */
export async function writeTour(folder: string): Promise<void> {
  for (const name of TOUR)
    await sharp(path.join(folder, `${name}-1280.png`))
      .extract({ left: 0, top: 0, width: 1_280, height: 860 })
      .webp({ quality: 78, effort: 6 })
      .toFile(path.join("docs/images", `${name}.webp`));
  await sharp(path.join(folder, "students-390.png"))
    .extract({ left: 0, top: 0, width: 390, height: 844 })
    .webp({ quality: 78, effort: 6 })
    .toFile(path.join("docs/images", "students-phone.webp"));
}
