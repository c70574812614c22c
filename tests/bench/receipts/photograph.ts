import sharp from "sharp";

/** How a photo of a receipt is taken. */
export interface Camera {
  random: () => number;
  /** In degrees. */
  turn: number;
  /** How far corners are moved, as a share of the paper. */
  perspective: number;
  /** In pixels. */
  blur: number;
  /** The darkest part of the paper, as a share of its light. */
  shadow: number;
  quality: number;
  /** The share of the paper's edges that isn't in the picture. */
  crop: number;
}

type Point = readonly [number, number];

/** Takes a photo of a paper: on a table, in perspective, in a shadow, blurred, and compressed as JPEG. */
export async function photograph(svg: string, camera: Camera): Promise<Buffer> {
  const { random, perspective, crop } = camera;
  const { data: paper, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const margin = crop > 0 ? 0 : Math.round(info.width * (0.06 + random() * 0.15));
  const [width, height] = [info.width + 2 * margin, info.height + 2 * margin];
  const angle = (camera.turn * Math.PI) / 180;
  const corner = (x: number, y: number): Point => {
    const moved = () => (random() * 2 - 1) * perspective * info.width;
    const [right, down] = [(x - 0.5) * info.width + moved(), (y - 0.5) * info.height + moved()];
    return [
      width / 2 + right * Math.cos(angle) - down * Math.sin(angle),
      height / 2 + right * Math.sin(angle) + down * Math.cos(angle),
    ];
  };
  const back = mappingOf([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
  const [base, edge, slope] = [60 + random() * 80, 0.2 + random() * 0.6, random() * 2 - 1];
  const photo = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [u, v] = back(x, y);
      const isPaper = u >= 0 && u < 1 && v >= 0 && v < 1;
      const grain = Math.sin(x * 0.05 + Math.sin(y * 0.013) * 4) * 8;
      const value = isPaper ? sampleOf(paper, info.width, info.height, u, v) : base + grain;
      // A soft edge, as that of a hand or a lamp.
      const side = (x / width - edge + slope * (y / height - 0.5)) * 8;
      const light = camera.shadow + (1 - camera.shadow) / (1 + Math.exp(-side));
      photo[y * width + x] = Math.max(0, Math.min(255, value * light + (random() - 0.5) * 14));
    }
  const cut = { left: Math.round(width * crop * random()), top: Math.round(height * crop * random()) };
  const kept = { ...cut, width: Math.round(width * (1 - crop)), height: Math.round(height * (1 - crop)) };
  const taken = sharp(photo, { raw: { width, height, channels: 1 } }).extract(kept);
  return (camera.blur >= 0.3 ? taken.blur(camera.blur) : taken).jpeg({ quality: camera.quality }).toBuffer();
}

function sampleOf(paper: Buffer, width: number, height: number, u: number, v: number): number {
  const [x, y] = [Math.min(width - 2, u * width), Math.min(height - 2, v * height)];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) => paper[(top + row) * width + left + column] ?? 0;
  const [right, down] = [x - left, y - top];
  return (
    (at(0, 0) * (1 - right) + at(1, 0) * right) * (1 - down) +
    (at(0, 1) * (1 - right) + at(1, 1) * right) * down
  );
}

/** From a place of the photo to a place of the paper, whose corners are at these places, from the upper left one clockwise (Heckbert). */
function mappingOf([a, b, c, d]: readonly [Point, Point, Point, Point]): (x: number, y: number) => Point {
  const [dx1, dx2, sx] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]];
  const [dy1, dy2, sy] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]];
  const size = dx1 * dy2 - dx2 * dy1;
  const [g, h] = [(sx * dy2 - dx2 * sy) / size, (dx1 * sy - sx * dy1) / size];
  const m = [
    b[0] - a[0] + g * b[0],
    d[0] - a[0] + h * d[0],
    a[0],
    b[1] - a[1] + g * b[1],
    d[1] - a[1] + h * d[1],
    a[1],
  ];
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0] = m;
  // The adjugate is the inverse up to a factor, which the division removes.
  const i = [m4 - m5 * h, m2 * h - m1, m1 * m5 - m2 * m4, m5 * g - m3, m0 - m2 * g, m2 * m3 - m0 * m5];
  const [w0, w1, w2] = [m3 * h - m4 * g, m1 * g - m0 * h, m0 * m4 - m1 * m3];
  const [i0 = 0, i1 = 0, i2 = 0, i3 = 0, i4 = 0, i5 = 0] = i;
  return (x, y) => {
    const w = w0 * x + w1 * y + w2;
    return [(i0 * x + i1 * y + i2) / w, (i3 * x + i4 * y + i5) / w];
  };
}
