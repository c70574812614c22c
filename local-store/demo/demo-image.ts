/** The path of the generated picture of a product, which the store draws itself: it must work without the internet. */
export function demoImagePath(handle: string, view: string): string {
  return `/cdn/demo/${handle}-${view}.svg`;
}

const COLORS = ["#2a5db0", "#1f7a4d", "#8a5a00", "#7a2e8e", "#a8322d", "#33606b"] as const;

/** Draws the picture with this file name: the name on a background that depends on it. */
export function drawDemoImage(filename: string): string {
  const words = filename
    .replace(/\.svg$/, "")
    .replace(/[^a-z0-9-]/gi, "")
    .split("-")
    .slice(0, 6);
  const sum = [...filename].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const lines = words.map(
    (word, index) => `<text x="400" y="${430 - words.length * 35 + index * 80}">${word}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">` +
    `<rect width="800" height="800" fill="${COLORS[sum % COLORS.length]}"/>` +
    `<g font-family="sans-serif" font-size="72" fill="#fff" text-anchor="middle">${lines.join("")}</g></svg>`
  );
}
