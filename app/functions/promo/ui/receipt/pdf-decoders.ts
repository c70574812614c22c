import jbig2Url from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpegUrl from "pdfjs-dist/wasm/openjpeg.wasm?url";

/** The programs that decode JPEG 2000, JBIG2 and fax pictures, by the names under which pdf.js requests them. */
const DECODERS: Readonly<Record<string, string>> = {
  "jbig2.wasm": jbig2Url,
  "openjpeg.wasm": openjpegUrl,
};

/** Loads the decoders of pdf.js when a PDF needs one. The build has given them other names. */
export class PdfDecoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = DECODERS[filename];
    if (!url) throw new Error(`The viewer has no ${filename}.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename} answered ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
