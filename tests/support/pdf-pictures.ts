import { PDFDocument, PDFName, PDFOperator, PDFOperatorNames } from "pdf-lib";

/** In pixels, both ways. */
const EDGE = 64;

/**
 * PDFs whose page is one picture of a format that scanners and fax machines write. `fax` and `jbig2` show a black bar from the top to the
 * bottom between white ones, and `jpeg2000` shows a mid gray.
 */
export const PDF_PICTURES = {
  fax: () =>
    pdfOf(packed(`${FAX_LINE.padEnd(Math.ceil(FAX_LINE.length / 8) * 8, "0")}`.repeat(EDGE)), {
      Filter: "CCITTFaxDecode",
      DecodeParms: { K: 0, Columns: EDGE, Rows: EDGE, EncodedByteAlign: true },
      ColorSpace: "DeviceGray",
      BitsPerComponent: 1,
    }),
  jbig2: () =>
    pdfOf(Buffer.concat([pageSegment(), regionSegment()]), {
      Filter: "JBIG2Decode",
      ColorSpace: "DeviceGray",
      BitsPerComponent: 1,
    }),
  jpeg2000: () => pdfOf(grayCodestream(), { Filter: "JPXDecode" }),
};

/** Runs of 16 white, 32 black and 16 white pixels, in the codes of fax machines (ITU-T T.4). */
const [WHITE_16, BLACK_32] = ["101010", "000001101010"];
const FAX_LINE = `${WHITE_16}${BLACK_32}${WHITE_16}`;

/** Binary digits as bytes. */
const packed = (digits: string): Buffer =>
  Buffer.from(digits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)) ?? []);

/** The size of the page (ITU-T T.88, 7.4.8). */
const pageSegment = () => segment(0, 48, [...int32(EDGE), ...int32(EDGE), ...int32(0), ...int32(0), 0, 0, 0]);

/** The picture (7.4.6), coded like a fax (T.6): the first line by its runs, the others like the line before. */
function regionSegment(): Buffer {
  const first = `001${WHITE_16}${BLACK_32}1`;
  const mmr = packed(first + "111".repeat(EDGE - 1));
  return segment(1, 38, [...int32(EDGE), ...int32(EDGE), ...int32(0), ...int32(0), 0, 1, ...mmr]);
}

const segment = (number: number, type: number, content: number[]): Buffer =>
  Buffer.from([...int32(number), type, 0, 1, ...int32(content.length), ...content]);

/** The smallest JPEG 2000 codestream (ITU-T T.800, annex A): one tile of 8-bit gray, whose only packet is empty. */
function grayCodestream(): Buffer {
  const marker = (code: number, content: number[]) => [
    ...int16(code),
    ...int16(content.length + 2),
    ...content,
  ];
  const size = [...int32(EDGE), ...int32(EDGE)];
  const none = [...int32(0), ...int32(0)];
  const data = [...int16(0xff93), 0];
  return Buffer.from([
    ...int16(0xff4f),
    ...marker(0xff51, [...int16(0), ...size, ...none, ...size, ...none, ...int16(1), 7, 1, 1]),
    // No wavelet levels, one layer, code blocks of 64 pixels, and the reversible filter.
    ...marker(0xff52, [0, 0, ...int16(1), 0, 0, 4, 4, 0, 1]),
    ...marker(0xff5c, [0x40, 0x40]),
    ...marker(0xff90, [...int16(0), ...int32(12 + data.length), 0, 1]),
    ...data,
    ...int16(0xffd9),
  ]);
}

const int16 = (value: number): number[] => [value >> 8, value & 255];
const int32 = (value: number): number[] => [...int16(value >>> 16), ...int16(value & 0xffff)];

/** A page that is covered by one picture. */
async function pdfOf(
  bytes: Buffer,
  format: Record<string, string | number | Record<string, unknown>>,
): Promise<Buffer> {
  const document = await PDFDocument.create();
  // Low, because the viewer draws a page as wide as its window.
  const page = document.addPage([400, 100]);
  const picture = document.context.stream(bytes, {
    Type: "XObject",
    Subtype: "Image",
    Width: EDGE,
    Height: EDGE,
    ...format,
  } as never);
  page.node.setXObject(PDFName.of("Picture"), document.context.register(picture));
  page.pushOperators(
    PDFOperator.of(PDFOperatorNames.ConcatTransformationMatrix, ["400", "0", "0", "100", "0", "0"] as never),
    PDFOperator.of(PDFOperatorNames.DrawObject, ["/Picture"] as never),
  );
  return Buffer.from(await document.save());
}
