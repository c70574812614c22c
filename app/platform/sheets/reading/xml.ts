import { SaxesParser } from "saxes";
import { damaged } from "./problem";

/** What a part of an xlsx file is read with, name by name, without prefixes. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Elements within elements; a spreadsheet has some ten. */
const DEEPEST = 60;

/** Characters without the end of a tag: a text of a spreadsheet is much shorter. */
const LONGEST_PART = 1_000_000;

/**
 * Reads XML as it arrives.
 * @returns `take` reads the next piece of text, and `end` completes it
 * @throws SheetProblem from either when it is not well formed, or brings a document type of its own
 */
export function xmlReader(handlers: XmlHandlers): { take(text: string): void; end(): void } {
  const parser = new SaxesParser({ position: false });
  parser.on("error", (error) => {
    throw damaged(error);
  });
  // A spreadsheet has no document type. One could define entities that expand without limit.
  parser.on("doctype", () => {
    throw damaged();
  });
  const { open, close, text } = handlers;
  let depth = 0;
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > DEEPEST) throw damaged();
    open(localName(name), attributes as Record<string, string>);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  let withoutTag = 0;
  const take = (piece: string) => {
    const tag = piece.lastIndexOf(">");
    withoutTag = tag < 0 ? withoutTag + piece.length : piece.length - tag;
    if (withoutTag > LONGEST_PART) throw damaged();
    parser.write(piece);
  };
  return { take, end: () => void parser.close() };
}

function localName(name: string): string {
  // Most elements of a sheet are a cell and its value.
  if (name.length === 1) return name;
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Office writes characters that XML does not know as `_x000D_`. */
export function withoutEscapes(text: string): string {
  return text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
