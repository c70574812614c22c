import path from "node:path";
import sharp from "sharp";

const COLUMNS = 6;
const [WIDTH, HEIGHT, GAP] = [420, 320, 12];
const MAX_ROWS = 40;

/** Puts pictures side by side, with their names below, in sheets of 240. @returns the files */
export async function writeContactSheets(
  pictures: readonly string[],
  folder: string,
  name: string,
): Promise<string[]> {
  const files: string[] = [];
  for (let first = 0; first < pictures.length; first += COLUMNS * MAX_ROWS) {
    const part = pictures.slice(first, first + COLUMNS * MAX_ROWS);
    const file = path.join(folder, `contact-sheet-${name}${first === 0 ? "" : `-${first}`}.jpg`);
    const rows = Math.ceil(part.length / COLUMNS);
    const cells = await Promise.all(
      part.map(async (picture, index) => ({
        input: await sharp(picture)
          .resize(WIDTH, HEIGHT, { fit: "cover", position: "top" })
          .jpeg({ quality: 70 })
          .toBuffer(),
        left: GAP + (index % COLUMNS) * (WIDTH + GAP),
        top: GAP + Math.floor(index / COLUMNS) * (HEIGHT + GAP + 20),
      })),
    );
    const names = part.map((picture, index) => {
      const [x, y] = [
        GAP + (index % COLUMNS) * (WIDTH + GAP),
        GAP + Math.floor(index / COLUMNS) * (HEIGHT + GAP + 20) + HEIGHT + 15,
      ];
      return `<text x="${x}" y="${y}" font-size="14" font-family="sans-serif">${escaped(path.basename(picture, ".png"))}</text>`;
    });
    const [width, height] = [GAP + COLUMNS * (WIDTH + GAP), GAP + rows * (HEIGHT + GAP + 20)];
    const labels = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${names.join("")}</svg>`;
    await sharp({ create: { width, height, channels: 3, background: "#d5d5d5" } })
      .composite([...cells, { input: Buffer.from(labels), left: 0, top: 0 }])
      .jpeg({ quality: 75 })
      .toFile(file);
    files.push(file);
  }
  return files;
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
