import sharp from "sharp";

const WIDTH = 480;
const LINE = 22;

/** Draws a receipt of a store as a JPG: a logo, lines of goods with prices, a total, and a bar code. @param random from 0 to 1 */
export async function drawReceipt(random: () => number): Promise<Buffer> {
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const box = (x: number, y: number, width: number, height: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  const parts: string[] = [];
  let y = between(20, 70);
  const logo = between(80, 300);
  parts.push(box((WIDTH - logo) / 2, y, logo, between(20, 60)));
  y += between(70, 110);
  for (let address = between(1, 4); address > 0; address -= 1, y += LINE) {
    const width = between(80, 260);
    parts.push(box((WIDTH - width) / 2, y, width, 10));
  }
  y += between(10, 40);
  for (let goods = between(2, 22); goods > 0; goods -= 1, y += LINE) {
    let x = 24;
    for (let words = between(1, 4); words > 0; words -= 1) {
      const width = between(16, 90);
      parts.push(box(x, y, width, 10));
      x += width + 8;
    }
    const price = between(24, 60);
    if (random() < 0.85) parts.push(box(WIDTH - 24 - price, y, price, 10));
  }
  y += between(6, 30);
  parts.push(box(24, y, between(60, 140), 18), box(WIDTH - 110, y, between(60, 86), 18));
  y += between(40, 80);
  if (random() < 0.7)
    for (let x = between(40, 120); x < WIDTH - 60; x += between(4, 12))
      parts.push(box(x, y, between(1, 5), 60));
  const height = y + between(80, 140);
  const paper = between(225, 255);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
    <rect width="${WIDTH}" height="${height}" fill="rgb(${paper},${paper},${paper - between(0, 12)})"/><g fill="#222">${parts.join("")}</g></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}
